import { daysBetween } from '#features/rulebook/days.ts'
import type { FactName } from '#features/rulebook/facts.ts'
import { reaches, shareInWords } from '#features/rulebook/shares.ts'
import { defineCheck } from './check.ts'

const share = {
  kind: 'share',
  label: 'Share',
  hint: 'Such as 2/3 for at least two thirds, or “more than 1/2”.',
} as const

const bases: Record<'present' | 'voting' | 'all', FactName[]> = {
  present: ['votesFor', 'present'],
  voting: ['votesFor', 'votesAgainst'],
  all: ['votesFor', 'members'],
}

/** Checks on a meeting or a vote. Majorities are compared as whole numbers, so that a tie stays a tie. */
export const meetingChecks = {
  quorum: defineCheck({
    label: 'Quorum',
    values: {
      number: { kind: 'count', label: 'Minimum number present', optional: true },
      share: { ...share, label: 'Share of the members present', optional: true },
    },
    facts: ({ share }) => ['present', ...(share === undefined ? [] : (['members'] as const))],
    find: ({ number = 0, share }, { present, members }) => ({
      met: present >= number && (share === undefined || reaches(share, present, members)),
      because: `${present} present; ${quorumInWords(number, share, members)}.`,
    }),
  }),
  majority: defineCheck({
    label: 'Majority',
    values: {
      share,
      of: {
        kind: 'choice',
        label: 'Of',
        choices: { present: 'those present', voting: 'those voting', all: 'all members' },
      },
    },
    facts: ({ of }) => bases[of],
    find: ({ share, of }, { votesFor, votesAgainst, present, members }) => {
      const base = of === 'present' ? present : of === 'all' ? members : votesFor + votesAgainst
      return {
        met: reaches(share, votesFor, base),
        because: `${votesFor} of ${base} in favour; ${shareInWords(share)} needed.`,
      }
    },
  }),
  notice: defineCheck({
    label: 'Notice before a meeting',
    values: { days: { kind: 'count', label: 'Days', least: 1 } },
    facts: () => ['noticeSentOn', 'meetingOn'],
    find: ({ days }, { noticeSentOn, meetingOn }) => {
      const given = daysBetween(noticeSentOn, meetingOn)
      return { met: given >= days, because: `${given} days of notice; ${days} needed.` }
    },
  }),
}

function quorumInWords(number: number, share: string | undefined, members: number): string {
  const parts = [
    number > 0 && `at least ${number} needed`,
    share !== undefined && `${shareInWords(share)} of ${members} needed`,
  ].filter((part) => part !== false)
  return parts.join(' and ') || 'no quorum is set'
}
