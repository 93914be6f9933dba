/** Whether a link may lead there: an internal page or anchor, a web address or an email address. */
export function isSafeHref(href: string): boolean {
  if (href.length > 2000 || !href.isWellFormed() || unfitForAddress.test(href)) return false
  if (/^#./.test(href)) return true
  if (/^\/(?!\/)/.test(href)) return URL.parse(href, 'https://here.invalid')?.host === 'here.invalid'
  if (href.startsWith('mailto:')) return mailAddress.test(href) && !/%0[ad]/i.test(href)
  if (!/^https?:\/\/[^/]/.test(href)) return false
  const url = URL.parse(href)
  return url !== null && url.username === '' && url.password === ''
}

// Browsers drop or rewrite these, so they would follow something other than what was checked; the last class hides
// letters.
const unfitForAddress = /[\s\p{Cc}\\"<>^`{|}\p{Cf}]/u

const mailAddress = /^mailto:[^@/?#&,;:]+@[^@/?#&,;:]+(\?subject=[^?#&=]*)?$/
