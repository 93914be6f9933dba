import { xml } from './xml.ts'

/** The addresses of the site with the time of their last change if known (sitemaps.org, version 0.9). */
export function sitemapText(origin: string, pages: Map<string, number | undefined>): string {
  const urls = [...pages].map(([address, changedAt]) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
    return `<url><loc>${xml(origin + address)}</loc>${changed}</url>\n`
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...urls,
    '</urlset>\n',
  ].join('')
}
