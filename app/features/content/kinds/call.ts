import type { Draft } from '#features/content/entry/drafts.ts'
import type { Data } from './kinds.ts'

/** Which page a call belongs to, and which form it has. */

export type CallSubject = Data<'call'>['subject']
type Named = Pick<Data<'call'>, 'subject' | 'award' | 'href' | 'form'>

const pages = {
  fellow: '/fellowship',
  'associate-fellow': '/fellowship/associate-fellowship',
  membership: '/membership',
} satisfies Partial<Record<CallSubject, string>>

const forms = {
  fellow: '/fellowship/fellow-nomination-form',
  'associate-fellow': '/fellowship/associate-fellow-nomination-form',
  membership: '/membership/form',
} satisfies Partial<Record<CallSubject, string>>

/** The page on which visitors read the call: that of its award, of fellowship or of membership. */
export function pageOfCall({ subject, award, href = '' }: Named): string {
  if (subject !== 'award') return pages[subject]
  // Calls older than the field for the award name it by its address.
  const slug = award ?? awardPage.exec(href)?.[1]
  return slug ? `/awards/${slug}` : '/awards'
}

/** The place of a call on its page; undefined while its draft does not say what it is for. */
export function addressOfCall({ subject, award, href }: Draft<'call'>, slug: string): string | undefined {
  return subject && `${pageOfCall({ subject, award, href })}#${slug}`
}

/** The address of the form; undefined if the call has none. A call that takes nominations here leads nowhere else. */
export function formOfCall({ subject, award, href, form }: Named): string | undefined {
  if (subject === 'award' && form?.online && award) return awardFormAddress(award)
  const own = subject === 'award' ? undefined : forms[subject]
  return href === undefined || isReadingPage(href) ? own : href
}

/** The form for nominations for an award, at whatever call. */
export function awardFormAddress(award: string): string {
  return `/awards/${award}/nomination-form`
}

const awardPage = /^\/awards\/([^/?#]+)$/

function isReadingPage(href: string): boolean {
  return href === '/awards' || awardPage.test(href) || Object.values<string>(pages).includes(href)
}
