import type { Draft } from '#features/content/entry/drafts.ts'
import { facts } from './facts.ts'

/** The sample rulebooks, by the award. */
const rulebooks: Record<string, string | undefined> = { 'young-scientist-award': 'young-scientist-award' }

/**
 * A call for each award, as a draft: nobody knows the Academy's own rules, so who may be nominated, by whom and when is
 * left for an administrator to write. Until then the call cannot be opened.
 */
export const awardCalls: { slug: string; data: Draft<'call'> }[] = facts.flatMap((entry) =>
  entry.kind === 'award' ? [{ slug: `call-${entry.slug}`, data: callFor(entry.slug, entry.data.title) }] : [],
)

function callFor(award: string, title: string): Draft<'call'> {
  return {
    title: `Nominations for the ${title}`,
    ...{ subject: 'award', award, rulebook: rulebooks[award] ?? 'nominations-for-awards' },
    form: { online: true, career: true, publications: true, files: true, seconder: true },
    stages: { panel: true, acceptance: true },
  }
}
