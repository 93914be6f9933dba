import type { CrossRule, FieldErrors } from '#features/forms/check.ts'
import {
  disciplineChoices,
  genders,
  line,
  pdf,
  photograph,
  locationQuestions,
  title,
} from '#features/forms/pieces.ts'
import { textOf, type Answers, type Form, type FormPart, type Question } from '#features/forms/questions.ts'
import { paymentPart } from './payment-form.ts'
import { renewalPart } from './renewal-form.ts'

/** What a person can apply for; the Academy chooses patrons, honorary fellows and fellows. */
export const applicationCategories = {
  regular: 'Regular member',
  life: 'Life member',
  student: 'Student member',
  associate: 'Associate member',
  sessional: 'Sessional member',
  institutional: 'Institutional member',
  benefactor: 'Benefactor',
} as const

export type ApplicationCategory = keyof typeof applicationCategories

export const bands = { india: 'India', saarc: 'A SAARC country', other: 'Another country' } as const

export const reasons = {
  new: 'A new membership',
  upgrade: 'A change of category',
  renewal: 'Renewal',
} as const

export interface MembershipSettings {
  introducersNeeded: boolean
  /** One per line; empty if there is no choice. */
  chapters: string
  /** With it, one can pay after submitting. */
  upiAddress: string
}

const persons = ['regular', 'life', 'student', 'associate', 'sessional', 'benefactor']
const ofPersons = { question: 'category', is: persons }
const ofStudents = { question: 'category', is: ['student'] }
const ofInstitutions = { question: 'category', is: ['institutional'] }
const ofSessions = { question: 'category', is: ['sessional'] }

const membership: FormPart = {
  name: 'membership',
  title: 'Membership',
  questions: [
    { kind: 'choice', name: 'category', label: 'Category', choices: applicationCategories },
    {
      kind: 'choice',
      name: 'reason',
      label: 'You are applying for',
      choices: reasons,
    },
    line('memberNo', 'Your membership number', 12, {
      format: 'member-number',
      hint: 'We confirm it through the email address in the register.',
      when: { question: 'reason', is: ['upgrade', 'renewal'] },
    }),
    { kind: 'choice', name: 'band', label: 'You live in', choices: bands },
    line('conference', 'Conference', 200, {
      when: ofSessions,
      hint: 'Sessional membership is for one conference.',
    }),
  ],
}

const organisation: FormPart = {
  name: 'organisation',
  title: 'The institution',
  when: ofInstitutions,
  questions: [
    line('organisation', 'Name of the institution', 200, { complete: 'organization', printed: true }),
    line('organisationType', 'Type of institution', 120, {
      hint: 'University, institute, company, library …',
    }),
    line('organisationHead', 'Head of the institution', 120),
    line('website', 'Website', 300, { format: 'web', optional: true }),
  ],
}

const you: FormPart = {
  name: 'you',
  title: 'About you',
  note: 'If you apply for an institution, enter the details of its contact person.',
  questions: [
    title,
    line('firstName', 'First name', 60, { complete: 'given-name', printed: true }),
    line('middleName', 'Middle name', 60, { complete: 'additional-name', optional: true, printed: true }),
    line('lastName', 'Last name', 60, { complete: 'family-name', printed: true }),
    line('nativeName', 'Name in Devanagari', 80, { optional: true }),
    {
      kind: 'day',
      name: 'birthDay',
      label: 'Date of birth',
      complete: 'bday',
      yearsBack: 18,
      when: ofPersons,
    },
    { kind: 'choice', name: 'gender', label: 'Gender', optional: true, choices: genders, when: ofPersons },
    line('nationality', 'Nationality', 60, { when: ofPersons }),
    line('occupation', 'Occupation', 120),
    line('designation', 'Designation', 120, { complete: 'organization-title' }),
    line('department', 'Department', 120),
    line('institution', 'Institution', 120, { complete: 'organization' }),
    {
      kind: 'words',
      name: 'officeAddress',
      label: 'Office address',
      hint: 'Include the postal code. Enter at least one of the two addresses.',
      optional: true,
      maxLength: 300,
      complete: 'street-address',
    },
    {
      kind: 'words',
      name: 'homeAddress',
      label: 'Home address',
      optional: true,
      maxLength: 300,
      complete: 'street-address',
    },
    {
      kind: 'choice',
      name: 'postTo',
      label: 'Send post to',
      choices: { office: 'My office address', home: 'My home address' },
    },
    ...locationQuestions,
    line('email', 'Email address', 254, {
      format: 'email',
      complete: 'email',
      hint: 'We will email you a link to confirm this address.',
    }),
    line('otherEmail', 'Alternative email address', 254, { format: 'email', optional: true }),
    line('phone', 'Mobile number', 24, { format: 'phone', complete: 'tel' }),
    { ...photograph, when: ofPersons, hint: 'JPEG or PNG, at most 2 MB, at least 300 × 400 pixels.' },
  ],
}

function education(chapters: string[]): FormPart {
  const chapter: Question = {
    kind: 'choice',
    name: 'chapter',
    label: 'Chapter',
    optional: true,
    choices: Object.fromEntries(chapters.map((one) => [one, one])),
  }
  return {
    name: 'education',
    title: 'Education and field',
    when: ofPersons,
    questions: [
      line('degree', 'Highest degree', 60),
      line('degreeSubject', 'Subject of the degree', 120),
      line('university', 'University', 120),
      { kind: 'count', name: 'degreeYear', label: 'Year of the degree', min: 1900, max: 'this-year' },
      { kind: 'choice', name: 'discipline', label: 'Discipline', choices: disciplineChoices },
      line('specialisation', 'Specialisation', 150, { optional: true }),
      line('course', 'Course of study', 150, { when: ofStudents }),
      {
        kind: 'day',
        name: 'courseEnd',
        label: 'Expected end date of the course',
        ahead: true,
        when: ofStudents,
      },
      pdf('studentCertificate', 'Certificate from the head of department', 2, {
        hint: 'PDF, at most 2 MB.',
        when: ofStudents,
      }),
      ...(chapters.length > 0 ? [chapter] : []),
    ],
  }
}

function introducers(needed: boolean): FormPart {
  const more = needed ? {} : { optional: true as const }
  return {
    name: 'introducers',
    title: 'Introduced by',
    ...(needed ? {} : { note: 'Leave this empty if no one has introduced you.' }),
    questions: [
      line('proposerName', 'Proposer', 120, more),
      line('proposerNo', 'Proposer’s membership number', 12, { format: 'member-number', ...more }),
      line('seconderName', 'Seconder', 120, more),
      line('seconderNo', 'Seconder’s membership number', 12, { format: 'member-number', ...more }),
    ],
  }
}

const declaration: FormPart = {
  name: 'declaration',
  title: 'Consent and declaration',
  questions: [
    {
      kind: 'tick',
      name: 'listed',
      label: 'List me in the public directory of members',
      hint: 'We show your name, institution, state or country and year, and nothing else.',
      optional: true,
    },
    { kind: 'tick', name: 'newsletter', label: 'Send me the newsletter by email', optional: true },
    {
      kind: 'tick',
      name: 'declares',
      label: 'My answers are true, and I accept the constitution and the rules of the Academy',
    },
    {
      kind: 'tick',
      name: 'agrees',
      label: 'The Academy may store and use my data to decide on my application and to manage my membership',
    },
    line('signature', 'Your full name, as your signature', 120, { complete: 'name' }),
  ],
}

export function membershipForm(settings: MembershipSettings, hasFee: boolean, isRenewal = false): Form {
  const paying = paymentPart(hasFee, settings.upiAddress !== '')
  if (isRenewal) return { version: 1, parts: [membership, renewalPart(you), ...paying, declaration] }

  const chapters = settings.chapters
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)
  return {
    version: 1,
    parts: [
      membership,
      organisation,
      you,
      education(chapters),
      introducers(settings.introducersNeeded),
      ...paying,
      declaration,
    ],
  }
}

export const membershipRules: CrossRule[] = [oneAddress, indianPin]

function oneAddress(answers: Answers): FieldErrors {
  const to = textOf(answers, 'postTo')
  if (to === 'office' && !textOf(answers, 'officeAddress'))
    return { officeAddress: 'Office address: enter it, because you want us to send post there.' }
  if (to === 'home' && !textOf(answers, 'homeAddress'))
    return { homeAddress: 'Home address: enter it, because you want us to send post there.' }
  return {}
}

/** Mail within India needs the six digits. */
function indianPin(answers: Answers): FieldErrors {
  if (textOf(answers, 'band') !== 'india') return {}
  const name = textOf(answers, 'postTo') === 'home' ? 'homeAddress' : 'officeAddress'
  const address = textOf(answers, name)
  if (address === '' || /(^|\D)\d{3} ?\d{3}(\D|$)/.test(address)) return {}
  return { [name]: `${name === 'homeAddress' ? 'Home' : 'Office'} address: add the six-digit PIN code.` }
}
