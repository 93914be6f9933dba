import type { ReactNode } from 'react'
import { BarePage } from '#ui/frame/bare-page.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { troubles } from './troubles.ts'

interface Props {
  title: string
  errors?: Record<string, string> | undefined
  back?: { href: string; label: string }
  children: ReactNode
}

/** A page on the way into the staff area: no header, no footer, one thing to do. */
export function BareStaffPage({ title, errors, back = { href: '/', label: 'Home page' }, children }: Props) {
  return (
    <>
      <title>{`${errors ? 'Error: ' : ''}${title} – International Academy of Physical Sciences`}</title>
      <meta name="description" content="For the Academy's editors and administrators." />
      <meta name="robots" content="noindex" />
      <BarePage siteTitle="International Academy of Physical Sciences" back={back}>
        <ErrorSummary errors={errors} />
        <h1>{title}</h1>
        {children}
        {Object.entries(troubles).map(([name, sentence]) => (
          <template key={name} data-trouble={name}>
            <ErrorSummary errors={{ email: sentence }} />
          </template>
        ))}
      </BarePage>
    </>
  )
}
