import { expect, test } from 'vitest'
import type { RuleFacts } from '#features/rulebook/facts.ts'
import { schemaOfFields, type StoredValues } from '#features/rulebook/fields.ts'
import { judgeRule } from '#features/rulebook/rule.ts'
import { checkNames, checkOf, type CheckName } from './checks.ts'

/** Values, facts that meet them, and facts that do not, for every check there is. */
const nominee = { of: 'nominee' } as const
const day: RuleFacts = { today: '2027-06-30' }

const table: [CheckName, StoredValues, met: RuleFacts, notMet: RuleFacts][] = [
  [
    'age',
    { ...nominee, least: 25, most: 40, on: 'closing' },
    { 'nominee.birthDay': '1987-02-01', closingDay: '2028-01-31' },
    { 'nominee.birthDay': '1987-01-31', closingDay: '2028-01-31' },
  ],
  ['member', nominee, { 'nominee.isMember': true }, { 'nominee.isMember': false }],
  [
    'member-for',
    { ...nominee, years: 4, on: 'year-end' },
    { 'nominee.memberSince': '2023-12-31', cycleYear: 2027 },
    { 'nominee.memberSince': '2024-01-01', cycleYear: 2027 },
  ],
  [
    'dues-paid',
    { of: 'elector', by: '07-31' },
    { 'elector.duesPaidOn': '2027-07-31', cycleYear: 2027 },
    { 'elector.duesPaidOn': '2027-08-01', cycleYear: 2027 },
  ],
  ['dues-paid', { of: 'elector' }, { 'elector.duesPaidOn': '2027-08-01' }, { 'elector.duesPaidOn': 'never' }],
  [
    'grade-is',
    { of: 'proposer', grades: ['Fellow', 'Honorary Fellow'] },
    { 'proposer.grade': 'honorary-fellow' },
    { 'proposer.grade': 'life' },
  ],
  [
    'grade-for',
    { of: 'proposer', grades: ['fellow'], years: 2, on: 'today' },
    { ...day, 'proposer.grade': 'fellow', 'proposer.gradeSince': '2025-06-30' },
    { ...day, 'proposer.grade': 'fellow', 'proposer.gradeSince': '2025-07-01' },
  ],
  [
    'not-in-office',
    { of: 'proposer', offices: ['Council member', 'Treasurer'] },
    { 'proposer.offices': ['Librarian'] },
    { 'proposer.offices': ['treasurer'] },
  ],
  [
    'one-office',
    { of: 'nominee', offices: ['President', 'Treasurer', 'Editor'] },
    { 'nominee.offices': ['President', 'Librarian'] },
    { 'nominee.offices': ['President', 'Editor'] },
  ],
  [
    'terms-served',
    { ...nominee, most: 2, pause: 3, on: 'today' },
    { ...day, 'nominee.termsServed': 2, 'nominee.lastTermEnded': '2024-06-30' },
    { ...day, 'nominee.termsServed': 2, 'nominee.lastTermEnded': '2024-07-01' },
  ],
  [
    'terms-served',
    { ...nominee, most: 1, pause: 0, on: 'today' },
    { ...day, 'nominee.termsServed': 0, 'nominee.lastTermEnded': 'never' },
    { ...day, 'nominee.termsServed': 1, 'nominee.lastTermEnded': '1990-01-01' },
  ],
  [
    'resident-in',
    { ...nominee, countries: ['India'], on: 'today' },
    { 'nominee.country': 'INDIA' },
    { 'nominee.country': 'Nepal' },
  ],
  [
    'resident-in',
    { ...nominee, countries: ['Australia'], years: 2, on: 'today' },
    { ...day, 'nominee.country': 'Australia', 'nominee.residentSince': '2025-06-30' },
    { ...day, 'nominee.country': 'Australia', 'nominee.residentSince': '2025-07-01' },
  ],
  [
    'not-recognised',
    { ...nominee, honours: ['Young Scientist Award'] },
    { 'nominee.honours': [] },
    { 'nominee.honours': ['Young Scientist award'] },
  ],
  [
    'discipline-in',
    { ...nominee, disciplines: ['Physics', 'Chemistry'] },
    { 'nominee.discipline': 'physics' },
    { 'nominee.discipline': 'Law' },
  ],
  [
    'degree-in',
    { ...nominee, degrees: ['PhD'] },
    { 'nominee.degrees': ['MSc', 'PhD'] },
    { 'nominee.degrees': [] },
  ],
  [
    'waiting-period',
    { ...nominee, years: 2, on: 'today' },
    { ...day, 'nominee.lastRefusedOn': 'never' },
    { ...day, 'nominee.lastRefusedOn': '2025-07-01' },
  ],
  ['confirmed', { what: 'consent' }, { consents: true }, { consents: false }],
  ['confirmed', { what: 'not-self' }, { isSelfNominated: false }, { isSelfNominated: true }],
  ['confirmed', { what: 'fee' }, { feePaid: true }, { feePaid: false }],
  ['per-proposer', { most: 3 }, { byProposer: 2 }, { byProposer: 3 }],
  ['per-section', { most: 3 }, { bySection: 2 }, { bySection: 3 }],
  ['per-year', { most: 20 }, { electedThisYear: 19 }, { electedThisYear: 20 }],
  [
    'per-year-share',
    { share: '1/200' },
    { electedThisYear: 249, membersInAll: 50_000 },
    { electedThisYear: 250, membersInAll: 50_199 },
  ],
  ['cap', { most: 500 }, { holders: 499 }, { holders: 500 }],
  ['words', { text: 'citation', unit: 'Words', most: 50 }, { citationWords: 50 }, { citationWords: 51 }],
  [
    'words',
    { text: 'analysis', unit: 'Characters', least: 10 },
    { analysisCharacters: 10 },
    { analysisCharacters: 9 },
  ],
  ['files', { needed: ['CV'], others: 'allowed' }, { files: ['cv', 'photo'] }, { files: ['photo'] }],
  ['files', { needed: ['CV'], others: 'refused' }, { files: ['CV'] }, { files: ['CV', 'photo'] }],
  ['entries', { what: 'papers', most: 5 }, { papersAttached: 5 }, { papersAttached: 6 }],
  ['entries', { what: 'referees', least: 2, most: 5 }, { refereesNamed: 2 }, { refereesNamed: 1 }],
  ['supporters', { least: 2, knowledge: 'all' }, { supporters: 2 }, { supporters: 1 }],
  [
    'supporters',
    { least: 1, knowledge: 'personal' },
    { supportersWithKnowledge: 1 },
    { supportersWithKnowledge: 0 },
  ],
  [
    'supporter-grades',
    { grades: ['fellow'], least: 2 },
    { supporterGrades: ['fellow', 'life', 'Fellow'] },
    { supporterGrades: ['fellow', 'life'] },
  ],
  [
    'supporters-apart',
    { by: 'institution', most: 1 },
    { 'nominee.institution': 'IIT, Kanpur', supporterInstitutions: ['IIT Kanpur', 'IISc'] },
    { 'nominee.institution': 'IIT, Kanpur', supporterInstitutions: ['IIT Kanpur', 'IIT, KANPUR'] },
  ],
  [
    'supporters-apart',
    { by: 'country', most: 1 },
    { 'nominee.country': 'Italy', supporterCountries: ['Italy', 'Spain'] },
    { 'nominee.country': 'Italy', supporterCountries: ['Italy', 'Italy'] },
  ],
  [
    'deadline',
    {},
    { receivedOn: '2027-01-31', closingDay: '2027-01-31' },
    { receivedOn: '2027-02-01', closingDay: '2027-01-31' },
  ],
  [
    'deadline',
    { by: '07-15' },
    { receivedOn: '2027-07-15', cycleYear: 2027 },
    { receivedOn: '2027-07-16', cycleYear: 2027 },
  ],
  ['valid-cycles', { most: 5 }, { cyclesUsed: 5 }, { cyclesUsed: 6 }],
  ['quorum', { number: 5 }, { present: 5 }, { present: 4 }],
  ['quorum', { share: '1/3' }, { present: 3, members: 9 }, { present: 3, members: 10 }],
  [
    'majority',
    { share: '2/3', of: 'voting' },
    { votesFor: 2, votesAgainst: 1 },
    { votesFor: 3, votesAgainst: 2 },
  ],
  ['majority', { share: '>1/2', of: 'present' }, { votesFor: 6, present: 11 }, { votesFor: 6, present: 12 }],
  ['majority', { share: '>1/2', of: 'all' }, { votesFor: 9, members: 17 }, { votesFor: 8, members: 17 }],
  [
    'notice',
    { days: 14 },
    { noticeSentOn: '2027-03-01', meetingOn: '2027-03-15' },
    { noticeSentOn: '2027-03-02', meetingOn: '2027-03-15' },
  ],
]

test.for(table)(
  '%s with %o is met, not met, and not known without a fact',
  ([check, values, met, notMet]) => {
    const answer = (facts: RuleFacts) => judgeRule({ clause: '1', check, values, grades: [] }, facts)

    expect(schemaOfFields(checkOf(check).values).safeParse(values).success).toBe(true)
    expect(answer(met)).toMatchObject({ answer: 'met' })
    expect(answer(notMet)).toMatchObject({ answer: 'not-met' })
    for (const name of checkOf(check).facts(values)) {
      const { [name]: _, ...others } = met
      expect(answer(others)).toMatchObject({ answer: 'not-known', missing: [name] })
    }
  },
)

test('every check is in the table', () => {
  expect([...new Set(table.map(([name]) => name))].toSorted()).toEqual(checkNames.toSorted())
})
