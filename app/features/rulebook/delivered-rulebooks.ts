import type { AcademyRule } from './rule.ts'
import type { RulebookSubject } from './rulebook.ts'

/**
 * The rules for the two fellowships and for awards. In force on a new site are only those that the constitution states
 * (http://www.iaps.org.in/web/index.php/constitution); its text has no numbers, so a clause is named after what it is
 * about. All others are samples, after the practice of comparable academies.
 */

export interface DeliveredRulebook {
  name: string
  /** Null if calls name it. */
  subject: RulebookSubject | null
  /** Rules that the Academy has published. */
  sourced: AcademyRule[]
  /** Rules for which nobody knows the Academy’s text: they are only in the draft, marked as samples. */
  samples: AcademyRule[]
}

const plain = { grades: [], from: null, to: null } as const

const members: AcademyRule = {
  ...plain,
  clause: 'Constitution: Fellows',
  words:
    'Fellows are elected from among the members of the Academy who have distinction in any area of the physical sciences.',
  check: 'member',
  values: { of: 'nominee' },
  stage: 'decision',
  grades: ['fellow'],
  examples: [
    { name: 'a member', facts: { proposedGrade: 'fellow', 'nominee.isMember': true }, expect: 'met' },
    { name: 'an outsider', facts: { proposedGrade: 'fellow', 'nominee.isMember': false }, expect: 'not-met' },
    {
      name: 'an outsider as Honorary Fellow',
      facts: { proposedGrade: 'honorary-fellow', 'nominee.isMember': false },
      expect: 'met',
    },
  ],
}

function cap(clause: string, words: string, grade: string, most: number): AcademyRule {
  return {
    ...plain,
    ...{ clause, words, check: 'cap', values: { most }, stage: 'decision', grades: [grade] },
    examples: [
      { name: 'one seat is left', facts: { proposedGrade: grade, holders: most - 1 }, expect: 'met' },
      { name: 'no seat is left', facts: { proposedGrade: grade, holders: most }, expect: 'not-met' },
    ],
  }
}

const votes: AcademyRule = {
  ...plain,
  clause: 'Constitution: votes',
  words: 'Honorary Fellows, Fellows, Regular and Life Members have the vote and form the General Body.',
  check: 'grade-is',
  values: { of: 'elector', grades: ['honorary-fellow', 'fellow', 'regular', 'life'] },
  stage: 'ballot',
  examples: [
    { name: 'a life member votes', facts: { 'elector.grade': 'life' }, expect: 'met' },
    { name: 'a student member does not vote', facts: { 'elector.grade': 'student' }, expect: 'not-met' },
  ],
}

function twoSign(clause: string): AcademyRule {
  return {
    ...plain,
    clause,
    words: 'A proposer and a seconder sign every nomination.',
    check: 'supporters',
    values: { least: 2, knowledge: 'all' },
    stage: 'nomination',
    examples: [
      { name: 'two sign', facts: { supporters: 2 }, expect: 'met' },
      { name: 'one signs', facts: { supporters: 1 }, expect: 'not-met' },
    ],
  }
}

function perProposer(clause: string): AcademyRule {
  return {
    ...plain,
    clause,
    words: 'One proposer makes at most three nominations in a cycle.',
    check: 'per-proposer',
    values: { most: 3 },
    stage: 'nomination',
    examples: [
      { name: 'the third', facts: { byProposer: 2 }, expect: 'met' },
      { name: 'the fourth', facts: { byProposer: 3 }, expect: 'not-met' },
    ],
  }
}

function citation(clause: string, most: number): AcademyRule {
  return {
    ...plain,
    clause,
    words: `The citation has at most ${most} words.`,
    check: 'words',
    values: { text: 'citation', unit: 'Words', most },
    stage: 'scrutiny',
    examples: [
      { name: 'as long as allowed', facts: { citationWords: most }, expect: 'met' },
      { name: 'a word too long', facts: { citationWords: most + 1 }, expect: 'not-met' },
    ],
  }
}

const validity: AcademyRule = {
  ...plain,
  clause: 'Sample 4',
  words: 'A nomination is valid for three cycles.',
  check: 'valid-cycles',
  values: { most: 3 },
  stage: 'decision',
  examples: [
    { name: 'in its third cycle', facts: { cyclesUsed: 3 }, expect: 'met' },
    { name: 'in its fourth cycle', facts: { cyclesUsed: 4 }, expect: 'not-met' },
  ],
}

const age: AcademyRule = {
  ...plain,
  clause: 'Sample 4',
  words: 'An Associate Fellow is at most 40 years old on the day the call closes.',
  check: 'age',
  values: { of: 'nominee', most: 40, on: 'closing' },
  stage: 'scrutiny',
  examples: [
    {
      name: '41 on the day after the closing',
      facts: { 'nominee.birthDay': '1986-02-01', closingDay: '2027-01-31' },
      expect: 'met',
    },
    {
      name: '41 on the closing day',
      facts: { 'nominee.birthDay': '1986-01-31', closingDay: '2027-01-31' },
      expect: 'not-met',
    },
  ],
}

const doctorate: AcademyRule = {
  ...plain,
  clause: 'Sample 5',
  words: 'An Associate Fellow has a doctorate.',
  check: 'degree-in',
  values: { of: 'nominee', degrees: ['PhD', 'DPhil', 'DSc'] },
  stage: 'scrutiny',
  examples: [
    { name: 'with a doctorate', facts: { 'nominee.degrees': ['MSc', 'PhD'] }, expect: 'met' },
    { name: 'without one', facts: { 'nominee.degrees': ['MSc'] }, expect: 'not-met' },
  ],
}

const notSelf: AcademyRule = {
  ...plain,
  clause: 'Sample 1',
  words: 'Nobody nominates themselves for an award.',
  check: 'confirmed',
  values: { what: 'not-self' },
  stage: 'nomination',
  examples: [
    { name: 'someone else nominates', facts: { isSelfNominated: false }, expect: 'met' },
    { name: 'the nominee nominates', facts: { isSelfNominated: true }, expect: 'not-met' },
  ],
}

const youngAge: AcademyRule = {
  ...age,
  clause: 'Sample 3',
  words: 'A nominee for the Young Scientist Award is at most 35 years old on the day the call closes.',
  values: { of: 'nominee', most: 35, on: 'closing' },
  examples: [
    {
      name: '36 on the day after the closing',
      facts: { 'nominee.birthDay': '1991-02-01', closingDay: '2027-01-31' },
      expect: 'met',
    },
    {
      name: '36 on the closing day',
      facts: { 'nominee.birthDay': '1991-01-31', closingDay: '2027-01-31' },
      expect: 'not-met',
    },
  ],
}

export const deliveredRulebooks: DeliveredRulebook[] = [
  {
    name: 'Election of Fellows',
    subject: 'fellow',
    sourced: [
      members,
      cap(
        'Constitution: number of Fellows',
        'There are at most 500 Fellows. The council may set a lower limit.',
        'fellow',
        500,
      ),
      cap(
        'Constitution: number of Honorary Fellows',
        'There are at most 100 Honorary Fellows. The council may set a lower limit.',
        'honorary-fellow',
        100,
      ),
      votes,
    ],
    samples: [twoSign('Sample 1'), perProposer('Sample 2'), citation('Sample 3', 50), validity],
  },
  {
    name: 'Election of Associate Fellows',
    subject: 'associate-fellow',
    sourced: [],
    samples: [twoSign('Sample 1'), perProposer('Sample 2'), citation('Sample 3', 30), age, doctorate],
  },
  {
    name: 'Nominations for awards',
    subject: null,
    sourced: [],
    samples: [notSelf, citation('Sample 2', 50)],
  },
  {
    name: 'Young Scientist Award',
    subject: null,
    sourced: [],
    samples: [notSelf, citation('Sample 2', 50), youngAge],
  },
]
