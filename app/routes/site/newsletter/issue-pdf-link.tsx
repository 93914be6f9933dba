import type { ReactNode } from 'react'
import { issuePdfAddress } from '#features/content/addresses/addresses.ts'
import { listArticles } from '#features/content/kinds/articles.ts'
import type { Entry } from '#features/content/reading/queries.server.ts'
import type { Download } from '#features/media/queries.server.ts'
import { DownloadLink } from '#routes/site/pages/download-link.tsx'

interface Props {
  issue: Entry<'newsletter'>
  /** The uploaded PDF. */
  pdf: Download | undefined
  children: ReactNode
}

/** Leads to the uploaded PDF, or else to the one made from the articles. */
export function IssuePdfLink({ issue, pdf, children }: Props) {
  if (pdf) return <DownloadLink file={pdf}>{children}</DownloadLink>
  return <a href={issuePdfAddress(issue.slug)}>{children} (PDF)</a>
}

/** Whether there is anything to open. */
export function hasPdf({ data }: Entry<'newsletter'>, pdf: Download | undefined): boolean {
  return pdf !== undefined || listArticles(data.contents).length > 0
}
