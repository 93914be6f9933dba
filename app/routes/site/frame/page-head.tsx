import { useLocation } from 'react-router'
import { jsonLd, type JsonLd } from './json-ld.ts'
import { tabTitle } from './tab-title.ts'
import { useSite } from './use-site.ts'

interface Props {
  title: string
  description: string
  /** Facts about the content of this page, beside its position in the site. */
  about?: JsonLd | JsonLd[]
  /** Pages that change with the query are not for search engines. */
  hidden?: boolean
  feed?: { title: string; href: string }
  /** A form on the page was returned with errors. */
  hasErrors?: boolean
}

/** Everything in the head that differs between pages. */
export function PageHead({ title, description, about, hidden, feed, hasErrors }: Props) {
  const site = useSite()
  const { pathname, search } = useLocation()
  const page = new URLSearchParams(search).get('page')
  const canonical = site.origin + pathname + (page && !hidden ? `?page=${encodeURIComponent(page)}` : '')
  const names = pathname === '/' ? [] : [title]
  const preview =
    site.previewPicture ??
    (site.settings.socialPreviewUrl || `${site.origin}/preview${pathname === '/' ? '/index' : pathname}.png`)
  return (
    <>
      <title>{tabTitle([...names, site.settings.societyName], hasErrors)}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={canonical} />}
      <meta property="og:site_name" content={site.settings.societyName} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={preview} />
      <meta name="twitter:card" content="summary_large_image" />
      {feed && <link rel="alternate" type="application/atom+xml" title={feed.title} href={feed.href} />}
      {about && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(about) }} />}
    </>
  )
}
