/**
 * Turns the markup of a page into one that works without a server. Pure functions; the markup is our own, as React
 * writes it.
 */

export type Resolve = (href: string) => string

const scripts = /<script\b[^>]*>[\s\S]*?<\/script>/g
const helpers = /<link\b[^>]*\brel="(?:preload|modulepreload|manifest)"[^>]*>/g
const forms = /<form\b[^>]*>[\s\S]*?<\/form>/g
const links = /\s(href|src|poster)="([^"]*)"/g
const pictureSets = /\s(srcset|imagesrcset)="([^"]*)"/gi
const styles = /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/g
const styleLinks = /url\((["']?)(\/[^)"']*)\1\)/g

/** Every address that a page or a style sheet names. */
export function linksIn(text: string): string[] {
  const bare = withoutWork(text, '')
  return [
    ...[...bare.matchAll(links)].map(([, , href]) => unescaped(href ?? '')),
    ...[...bare.matchAll(pictureSets)].flatMap(([, , set]) => candidatesIn(set ?? '').map(([src]) => src)),
    ...linksInStyle(bare),
  ]
}

export function linksInStyle(css: string): string[] {
  return [...css.matchAll(styleLinks)].map(([, , href]) => href ?? '')
}

/** The page with every address as in the copy; what needs the site itself becomes a note that links there. */
export function rewritePage(html: string, liveAddress: string, resolve: Resolve): string {
  const note = `<p>This part works only on the website. <a href="${escaped(liveAddress)}">Open this page there</a>.</p>`
  return withoutWork(html, note)
    .replaceAll(links, (_, name: string, href: string) => ` ${name}="${escaped(resolve(unescaped(href)))}"`)
    .replaceAll(pictureSets, (_, name: string, set: string) => ` ${name}="${rewriteSet(set, resolve)}"`)
    .replaceAll(
      styles,
      (_, open: string, css: string, close: string) => open + rewriteStyle(css, resolve) + close,
    )
}

export function rewriteStyle(css: string, resolve: Resolve): string {
  return css.replaceAll(styleLinks, (_, _quote: string, href: string) => `url("${resolve(href)}")`)
}

/** Scripts are not needed for reading, and browsers refuse most of them in pages opened from a folder. */
function withoutWork(html: string, note: string): string {
  return html
    .replaceAll(scripts, '')
    .replaceAll(helpers, '')
    .replaceAll(forms, () => note)
}

function rewriteSet(set: string, resolve: Resolve): string {
  return candidatesIn(set)
    .map(([src, size]) => escaped(`${resolve(src)}${size}`))
    .join(', ')
}

function candidatesIn(set: string): [src: string, size: string][] {
  return unescaped(set)
    .split(',')
    .map((candidate) => candidate.trim().split(/\s+/))
    .map(([src = '', size]) => [src, size ? ` ${size}` : ''])
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
