import {
  degrees,
  disciplineChoices,
  genders,
  line,
  photograph,
  locationQuestions,
  title,
} from '#features/forms/pieces.ts'
import type { FormPart, PlainQuestion, Question, Repeat } from '#features/forms/questions.ts'

/** Questions that both nomination forms share. */

export const nominee: FormPart = {
  name: 'nominee',
  title: 'The nominee',
  questions: [
    title,
    line('firstName', 'First name', 60, { format: 'name' }),
    line('middleName', 'Middle name', 60, { format: 'name', optional: true }),
    line('lastName', 'Last name', 60, { format: 'name' }),
    {
      kind: 'day',
      name: 'birthDay',
      label: 'Date of birth',
      hint: 'Besides you and the nominee, only the Academy’s office can see it. The office may show it to the people who decide on the nomination.',
      yearsBack: 21,
    },
    {
      kind: 'choice',
      name: 'gender',
      label: 'Gender',
      hint: 'For statistics only. The people who decide on the nomination cannot see it.',
      optional: true,
      choices: genders,
    },
    line('nationality', 'Nationality', 60),
    {
      kind: 'choice',
      name: 'isMember',
      label: 'Is the nominee a member of the Academy?',
      hint: 'Fellows are elected from among the members. If the nominee is not a member yet, ask them to fill in the membership form now.',
      choices: { yes: 'Yes', no: 'Not yet a member' },
    },
    line('memberNo', 'Nominee’s membership number', 12, {
      format: 'member-number',
      when: { question: 'isMember', is: ['yes'] },
    }),
    line('position', 'Current position', 120),
    line('department', 'Department', 120),
    line('institution', 'Institution', 120),
    {
      kind: 'words',
      name: 'officeAddress',
      label: 'Office address',
      hint: 'Include the postal code.',
      maxLength: 300,
    },
    // It is not the writer's own, so no browser should offer that.
    ...locationQuestions.map(({ complete: _, ...one }) => one),
    { kind: 'words', name: 'homeAddress', label: 'Residential address', optional: true, maxLength: 300 },
    line('email', 'Nominee’s email address', 254, {
      format: 'email',
      hint: 'When you have confirmed the nomination, we will email the nominee to ask for consent.',
    }),
    line('otherEmail', 'Alternative email address', 254, { format: 'email', optional: true }),
    line('phone', 'Nominee’s phone number', 24, { format: 'phone', optional: true }),
    line('orcid', 'ORCID iD', 19, { format: 'orcid', optional: true }),
    line('profile', 'Profile page (web address)', 300, { format: 'web', optional: true }),
    { kind: 'choice', name: 'discipline', label: 'Main discipline', choices: disciplineChoices },
    {
      kind: 'choice',
      name: 'secondDiscipline',
      label: 'Second discipline',
      optional: true,
      choices: disciplineChoices,
    },
    line('specialisation', 'Field of specialisation', 150),
    {
      ...photograph,
      optional: true,
      hint: `${photograph.hint} If elected, the nominee can send us another one.`,
    },
  ],
}

const year = (name: string, label: string): PlainQuestion => ({
  kind: 'count',
  name,
  label,
  min: 1900,
  max: 'this-year',
})

/** A DOI names a publication completely, so nobody has to type the rest. */
export const doi: PlainQuestion = line('doi', 'DOI', 160, {
  format: 'doi',
  hint: 'With a DOI you can leave authors, year, title and journal empty.',
  optional: true,
})

export const publicationFields: PlainQuestion[] = [
  line('authors', 'Authors', 300, { unless: 'doi' }),
  { ...year('year', 'Year'), unless: 'doi' },
  line('title', 'Title', 300, { unless: 'doi' }),
  line('journal', 'Journal', 200, { unless: 'doi' }),
]

const positions: Repeat = {
  kind: 'repeat',
  name: 'positions',
  label: 'Positions held',
  one: 'position',
  min: 1,
  max: 15,
  questions: [
    line('post', 'Post', 120),
    line('institution', 'Institution', 120),
    year('from', 'From (year)'),
    { ...year('to', 'To (year)'), hint: 'Leave empty for a current position.', optional: true },
  ],
}

const honours: Repeat = {
  kind: 'repeat',
  name: 'honours',
  label: 'Awards and fellowships of other academies',
  one: 'award',
  optional: true,
  min: 0,
  max: 15,
  questions: [line('name', 'Name', 120), line('body', 'Given by', 120), year('year', 'Year')],
}

export const career: FormPart = {
  name: 'career',
  title: 'Career',
  questions: [
    degrees,
    positions,
    honours,
    {
      kind: 'words',
      name: 'service',
      label: 'Service to the Academy',
      hint: 'Conferences, journal, chapters.',
      optional: true,
      max: 150,
      maxLength: 2000,
    },
  ],
}

export function experts(min: number, max: number): FormPart {
  return {
    name: 'experts',
    title: 'Independent experts',
    note: 'The office may ask them for an opinion. This website does not email them. They must not work at the nominee’s institution, and they cannot be the proposer or the seconder.',
    questions: [
      {
        kind: 'repeat',
        name: 'experts',
        label: 'Experts',
        one: 'expert',
        min,
        max,
        questions: [
          line('name', 'Name', 120),
          line('institution', 'Institution', 120),
          line('email', 'Email address', 254, { format: 'email' }),
          line('field', 'Field', 120),
          line('relation', 'Relation to the nominee', 120, { hint: 'If there is none, enter “None”.' }),
        ],
      },
    ],
  }
}

export const conflicts = {
  none: 'None',
  relative: 'Relative of the nominee',
  supervisor: 'Supervisor or student of the nominee',
  coauthor: 'Co-author of the nominee in the last four years',
  institution: 'Same institution as the nominee',
} as const

/** What the proposer and the seconder each say; the seconder answers by a mailed link. */
export const remarks: Question[] = [
  {
    kind: 'words',
    name: 'remarks',
    label: 'Remarks on the nominee’s suitability',
    max: 150,
    maxLength: 2000,
  },
  { kind: 'tick', name: 'knowsWork', label: 'I know the nominee’s work personally', optional: true },
  { kind: 'ticks', name: 'conflicts', label: 'Conflicts of interest', choices: conflicts },
  {
    kind: 'words',
    name: 'conflictNote',
    label: 'Details of the conflict of interest',
    optional: true,
    max: 100,
    maxLength: 1500,
  },
  {
    kind: 'tick',
    name: 'declares',
    label:
      'I declare that my statements are true to the best of my knowledge and that I have not told the nominee how others may decide',
  },
  line('signature', 'Your full name, as your signature', 120),
]

export const proposer: FormPart = {
  name: 'proposer',
  title: 'The proposer',
  note: 'About you',
  questions: [
    line('proposerName', 'Your name', 100, { format: 'name', complete: 'name' }),
    line('proposerFellowNo', 'Your fellow number', 12, { format: 'member-number' }),
    line('proposerInstitution', 'Your institution', 120, { complete: 'organization' }),
    line('proposerEmail', 'Your email address', 254, {
      format: 'email',
      complete: 'email',
      hint: 'We send all emails about this nomination to this address.',
    }),
    line('proposerPhone', 'Your phone number', 24, { format: 'phone', complete: 'tel' }),
    ...remarks,
  ],
}

export const seconder: FormPart = {
  name: 'seconder',
  title: 'The seconder',
  note: 'When the nominee has agreed, we will email the seconder a link to a page for remarks and a declaration. The seconder does not see the date of birth, the addresses and the phone numbers.',
  questions: [
    line('seconderName', 'Seconder’s name', 100, { format: 'name' }),
    line('seconderFellowNo', 'Seconder’s fellow number', 12, { format: 'member-number' }),
    line('seconderInstitution', 'Seconder’s institution', 120),
    line('seconderEmail', 'Seconder’s email address', 254, { format: 'email' }),
  ],
}
