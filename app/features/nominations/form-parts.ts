import {
  degrees,
  disciplineChoices,
  genders,
  line,
  photograph,
  locationQuestions,
  title,
} from '#features/forms/pieces.ts'
import type { FormPart, Plain, Question, Repeat } from '#features/forms/questions.ts'

/** What both nomination forms ask in the same words. */

export const nominee: FormPart = {
  name: 'nominee',
  title: 'The nominee',
  questions: [
    title,
    line('firstName', 'First name', 60),
    line('middleName', 'Middle name', 60, { optional: true }),
    line('lastName', 'Last name', 60),
    {
      kind: 'day',
      name: 'birthDay',
      label: 'Date of birth',
      hint: 'Only those who decide see it.',
      yearsBack: 21,
    },
    {
      kind: 'choice',
      name: 'gender',
      label: 'Gender',
      hint: 'For statistics only; those who decide do not see it.',
      optional: true,
      choices: genders,
    },
    line('nationality', 'Nationality', 60),
    {
      kind: 'choice',
      name: 'isMember',
      label: 'Is the nominee a member of the Academy?',
      hint: 'Fellows are elected from among the members. Who is not yet one should apply by the membership form now.',
      choices: { yes: 'Yes', no: 'Not yet a member' },
    },
    line('memberNo', 'Membership number of the nominee', 12, {
      format: 'member-number',
      when: { question: 'isMember', is: ['yes'] },
    }),
    line('position', 'Present position', 120),
    line('department', 'Department', 120),
    line('institution', 'Institution', 120),
    {
      kind: 'words',
      name: 'officeAddress',
      label: 'Office address',
      hint: 'With the postal code.',
      longest: 300,
    },
    // It is not the writer's own, so no browser should offer that.
    ...locationQuestions.map(({ complete: _, ...one }) => one),
    { kind: 'words', name: 'homeAddress', label: 'Residential address', optional: true, longest: 300 },
    line('email', 'E-mail of the nominee', 254, {
      format: 'email',
      hint: 'We ask the nominee for consent there.',
    }),
    line('otherEmail', 'Alternative e-mail', 254, { format: 'email', optional: true }),
    line('phone', 'Telephone of the nominee', 24, { format: 'phone', optional: true }),
    line('orcid', 'ORCID iD', 19, { format: 'orcid', optional: true }),
    line('profile', 'Address of a profile page', 300, { format: 'web', optional: true }),
    { kind: 'choice', name: 'discipline', label: 'Main discipline', choices: disciplineChoices },
    {
      kind: 'choice',
      name: 'secondDiscipline',
      label: 'Second discipline',
      optional: true,
      choices: disciplineChoices,
    },
    line('specialisation', 'Field of specialisation', 150),
    { ...photograph, optional: true, hint: `${photograph.hint} The nominee is asked for one when elected.` },
  ],
}

const year = (name: string, label: string): Plain => ({
  kind: 'count',
  name,
  label,
  least: 1900,
  most: 'this-year',
})

const positions: Repeat = {
  kind: 'repeat',
  name: 'positions',
  label: 'Positions held',
  one: 'position',
  least: 1,
  most: 15,
  questions: [
    line('post', 'Post', 120),
    line('institution', 'Institution', 120),
    year('from', 'From (year)'),
    { ...year('to', 'To (year)'), hint: 'Empty if it is held now.', optional: true },
  ],
}

const honours: Repeat = {
  kind: 'repeat',
  name: 'honours',
  label: 'Awards and fellowships of other academies',
  one: 'award',
  optional: true,
  least: 0,
  most: 15,
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
      most: 150,
      longest: 2000,
    },
  ],
}

export function experts(least: number, most: number): FormPart {
  return {
    name: 'experts',
    title: 'Independent experts',
    note: 'The Academy may write to them. None may belong to the nominee’s institution, and none may be the proposer or the seconder.',
    questions: [
      {
        kind: 'repeat',
        name: 'experts',
        label: 'Experts',
        one: 'expert',
        least,
        most,
        questions: [
          line('name', 'Name', 120),
          line('institution', 'Institution', 120),
          line('email', 'E-mail', 254, { format: 'email' }),
          line('field', 'Field', 120),
          line('relation', 'Relation to the nominee', 120, { hint: '“None” is an answer.' }),
        ],
      },
    ],
  }
}

export const conflicts = {
  none: 'None',
  relative: 'Relative of the nominee',
  supervisor: 'Supervisor or pupil of the nominee',
  coauthor: 'Author together with the nominee in the last four years',
  institution: 'Same institution as the nominee',
} as const

/** What the proposer and the seconder each say; the seconder answers by a mailed link. */
export const remarks: Question[] = [
  {
    kind: 'words',
    name: 'remarks',
    label: 'Remarks on the nominee’s suitability',
    most: 150,
    longest: 2000,
  },
  { kind: 'tick', name: 'knowsWork', label: 'I know the nominee’s work personally', optional: true },
  { kind: 'ticks', name: 'conflicts', label: 'Conflicts of interest', choices: conflicts },
  {
    kind: 'words',
    name: 'conflictNote',
    label: 'About the conflict of interest',
    optional: true,
    most: 100,
    longest: 1500,
  },
  {
    kind: 'tick',
    name: 'declares',
    label:
      'I declare that what I have said is true to the best of my knowledge and that the nominee was not told how others may decide',
  },
  line('signature', 'Your name, typed in place of a signature', 120),
]

export const proposer: FormPart = {
  name: 'proposer',
  title: 'The proposer',
  note: 'You, who fill in this form.',
  questions: [
    line('proposerName', 'Your name', 120, { complete: 'name' }),
    line('proposerFellowNo', 'Your fellow number', 12, { format: 'member-number' }),
    line('proposerInstitution', 'Your institution', 120, { complete: 'organization' }),
    line('proposerEmail', 'Your e-mail', 254, {
      format: 'email',
      complete: 'email',
      hint: 'The receipt and all letters about this nomination go there.',
    }),
    line('proposerPhone', 'Your telephone', 24, { format: 'phone', complete: 'tel' }),
    ...remarks,
  ],
}

export const seconder: FormPart = {
  name: 'seconder',
  title: 'The seconder',
  note: 'We write to the seconder, who gives remarks and a declaration by a link in that letter.',
  questions: [
    line('seconderName', 'Name of the seconder', 120),
    line('seconderFellowNo', 'Fellow number of the seconder', 12, { format: 'member-number' }),
    line('seconderInstitution', 'Institution of the seconder', 120),
    line('seconderEmail', 'E-mail of the seconder', 254, { format: 'email' }),
  ],
}
