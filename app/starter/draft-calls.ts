import type { Draft } from '#features/content/entry/drafts.ts'
import { facts } from './facts.ts'

/** The sample rulebooks, by the award. */
const rulebooks: Record<string, string | undefined> = { 'young-scientist-award': 'young-scientist-award' }

const stages = { panel: true, acceptance: true }

/** The forms of the fellowships with all their parts. Their rulebooks judge them without being named. */
const fellowshipCalls: { slug: string; data: Draft<'call'> }[] = [
  {
    slug: 'call-fellow',
    data: {
      ...{ title: 'Nominations of Fellows', subject: 'fellow', stages },
      form: { online: true, career: true, publications: true, files: true, experts: true, seconder: true },
    },
  },
  {
    slug: 'call-associate-fellow',
    data: {
      ...{ title: 'Nominations of Associate Fellows', subject: 'associate-fellow', stages },
      form: {
        ...{ online: true, career: true, doctorate: true, publications: true, files: true },
        ...{ experts: true, seconder: true },
      },
    },
  },
]

/**
 * A call for each fellowship and each award, as a draft: nobody knows the Academy's own rules, so who may be nominated,
 * by whom and when is left for an administrator to write. Until then the call of an award cannot be opened.
 */
export const draftCalls: { slug: string; data: Draft<'call'> }[] = [
  ...fellowshipCalls,
  ...facts.flatMap((entry) =>
    entry.kind === 'award'
      ? [{ slug: `call-${entry.slug}`, data: callForAward(entry.slug, entry.data.title) }]
      : [],
  ),
]

function callForAward(award: string, title: string): Draft<'call'> {
  return {
    title: `Nominations for the ${title}`,
    ...{ subject: 'award', award, rulebook: rulebooks[award] ?? 'nominations-for-awards' },
    form: { online: true, career: true, publications: true, files: true, seconder: true },
    stages,
  }
}
