import { isWithin } from '#features/rulebook/shares.ts'
import type { FactName } from '#features/rulebook/facts.ts'
import { asDay, comparable, defineCheck, grades, isAmong, isInRange, rangeInWords, roomFor } from './check.ts'

const positiveCount = (label: string) => ({ kind: 'count', label, least: 1 }) as const
const range = {
  least: { kind: 'count', label: 'At least', optional: true },
  most: { kind: 'count', label: 'At most', optional: true },
} as const

const confirmations = {
  consent: { fact: 'consents', wanted: true, met: 'The nominee agrees.', not: 'The nominee does not agree.' },
  'not-self': {
    fact: 'isSelfNominated',
    wanted: false,
    met: 'Someone else proposes.',
    not: 'The nominee is the proposer.',
  },
  fee: { fact: 'feePaid', wanted: true, met: 'The fee is paid.', not: 'The fee is not paid.' },
} as const

const counted = {
  publications: 'publicationsListed',
  papers: 'papersAttached',
  letters: 'lettersAttached',
  referees: 'refereesNamed',
} as const

/** Checks on a nomination: who supports it, what it consists of and when it came. */
export const nominationChecks = {
  confirmed: defineCheck({
    label: 'A statement is confirmed',
    values: {
      what: {
        kind: 'choice',
        label: 'Confirmation',
        choices: {
          consent: 'the nominee agrees',
          'not-self': 'nobody proposes themselves',
          fee: 'the admission fee is paid',
        },
      },
    },
    facts: ({ what }) => [confirmations[what].fact],
    find: ({ what }, facts) => {
      const { fact, wanted, met, not } = confirmations[what]
      const isMet = facts[fact] === wanted
      return { met: isMet, because: isMet ? met : not }
    },
  }),
  'per-proposer': defineCheck({
    label: 'Nominations by one proposer in a cycle',
    values: { most: positiveCount('Maximum in a cycle') },
    facts: () => ['byProposer'],
    find: ({ most }, { byProposer }) => roomFor(most, byProposer, 'made by the proposer before'),
  }),
  'per-section': defineCheck({
    label: 'Number put forward by one section',
    values: { most: positiveCount('Maximum for a section') },
    facts: () => ['bySection'],
    find: ({ most }, { bySection }) => roomFor(most, bySection, 'others put forward by the section'),
  }),
  'per-year': defineCheck({
    label: 'Number elected in a year',
    values: { most: positiveCount('Maximum in a year') },
    facts: () => ['electedThisYear'],
    find: ({ most }, { electedThisYear }) => roomFor(most, electedThisYear, 'others elected this year'),
  }),
  'per-year-share': defineCheck({
    label: 'Number elected in a year, as a share',
    values: { share: { kind: 'share', label: 'Share', hint: 'Such as 1/200 of the members.' } },
    facts: () => ['electedThisYear', 'membersInAll'],
    find: ({ share }, { electedThisYear, membersInAll }) => ({
      met: isWithin(share, electedThisYear + 1, membersInAll),
      because: `This would be number ${electedThisYear + 1}; at most ${share.replace('>', '')} of ${membersInAll}.`,
    }),
  }),
  cap: defineCheck({
    label: 'Number of people who hold the grade',
    values: { most: positiveCount('Maximum at any time') },
    facts: () => ['holders'],
    find: ({ most }, { holders }) => roomFor(most, holders, 'hold the grade'),
  }),
  words: defineCheck({
    label: 'Length of a text',
    values: {
      text: {
        kind: 'choice',
        label: 'Text',
        choices: { citation: 'the citation', statement: 'the statement', analysis: 'the analysis' },
      },
      unit: { kind: 'choice', label: 'Counted in', choices: { Words: 'words', Characters: 'characters' } },
      ...range,
    },
    facts: ({ text, unit }) => [`${text}${unit}`],
    find: ({ text, unit, ...limits }, facts) => {
      const length = facts[`${text}${unit}`]
      return {
        met: isInRange(length, limits),
        because: `${length} ${unit.toLowerCase()}; ${rangeInWords(limits)}.`,
      }
    },
  }),
  files: defineCheck({
    label: 'Documents attached',
    values: {
      needed: { kind: 'list', label: 'Required documents', hint: 'One per line.' },
      others: { kind: 'choice', label: 'Others', choices: { allowed: 'allowed', refused: 'not allowed' } },
    },
    facts: () => ['files'],
    find: ({ needed, others }, { files }) => {
      const missing = needed.filter((one) => !isAmong(files, one))
      const extra = others === 'refused' ? files.filter((one) => !isAmong(needed, one)) : []
      const parts = [
        missing.length > 0 && `Missing: ${missing.join(', ')}.`,
        extra.length > 0 && `Not allowed: ${extra.join(', ')}.`,
      ].filter((part) => part !== false)
      return { met: parts.length === 0, because: parts.join(' ') || 'All documents are there.' }
    },
  }),
  entries: defineCheck({
    label: 'Number of publications, papers, letters or referees',
    values: {
      what: {
        kind: 'choice',
        label: 'What',
        choices: {
          publications: 'publications listed',
          papers: 'papers attached',
          letters: 'letters of support',
          referees: 'referees named',
        },
      },
      ...range,
    },
    facts: ({ what }) => [counted[what]],
    find: ({ what, ...limits }, facts) => {
      const number = facts[counted[what]]
      return { met: isInRange(number, limits), because: `${number} ${what}; ${rangeInWords(limits)}.` }
    },
  }),
  supporters: defineCheck({
    label: 'Number of people who sign',
    values: {
      ...range,
      knowledge: {
        kind: 'choice',
        label: 'Which supporters count',
        choices: { all: 'all', personal: 'those who sign from personal knowledge' },
      },
    },
    facts: ({ knowledge }) => [supportersFact(knowledge)],
    find: ({ knowledge, ...limits }, facts) => {
      const number = facts[supportersFact(knowledge)]
      return { met: isInRange(number, limits), because: `${number} sign; ${rangeInWords(limits)}.` }
    },
  }),
  'supporter-grades': defineCheck({
    label: 'Grade of the people who sign',
    values: { grades, least: { kind: 'count', label: 'Minimum number', least: 1 } },
    facts: () => ['supporterGrades'],
    find: ({ grades, least }, { supporterGrades }) => {
      const number = supporterGrades.filter((grade) => isAmong(grades, grade)).length
      return { met: number >= least, because: `${number} hold ${grades.join(' or ')}; at least ${least}.` }
    },
  }),
  'supporters-apart': defineCheck({
    label: 'Supporters from the nominee’s institution or country',
    values: {
      by: {
        kind: 'choice',
        label: 'Shared with the nominee',
        choices: { institution: 'the institution', country: 'the country' },
      },
      most: { kind: 'count', label: 'Maximum number' },
    },
    facts: ({ by }) => apartFacts[by],
    find: ({ by, most }, facts) => {
      const own = comparable(by === 'institution' ? facts['nominee.institution'] : facts['nominee.country'])
      const theirs = by === 'institution' ? facts.supporterInstitutions : facts.supporterCountries
      const shared = theirs.filter((one) => comparable(one) === own).length
      return { met: shared <= most, because: `${shared} share the ${by}; at most ${most}.` }
    },
  }),
  deadline: defineCheck({
    label: 'Received in time',
    values: {
      by: {
        kind: 'month-day',
        label: 'By this day of the year',
        hint: 'Such as 15 July. If empty, the last day of the call counts.',
        optional: true,
      },
    },
    facts: ({ by }) => ['receivedOn', by === undefined ? 'closingDay' : 'cycleYear'],
    find: ({ by }, { receivedOn, closingDay, cycleYear }) => {
      const last = by === undefined ? closingDay : `${cycleYear}-${by}`
      return {
        met: receivedOn <= last,
        because: `Received on ${asDay(receivedOn)}; the last day is ${asDay(last)}.`,
      }
    },
  }),
  'valid-cycles': defineCheck({
    label: 'Number of cycles that a nomination is valid',
    values: { most: positiveCount('Maximum number of cycles') },
    facts: () => ['cyclesUsed'],
    find: ({ most }, { cyclesUsed }) => ({
      met: cyclesUsed <= most,
      because: `In its cycle number ${cyclesUsed}; valid for ${most}.`,
    }),
  }),
}

const apartFacts: Record<'institution' | 'country', FactName[]> = {
  institution: ['nominee.institution', 'supporterInstitutions'],
  country: ['nominee.country', 'supporterCountries'],
}

function supportersFact(knowledge: 'all' | 'personal') {
  return knowledge === 'all' ? 'supporters' : 'supportersWithKnowledge'
}
