import type { QuestionGroup } from '#features/nominations/questions.ts'
import { disciplines } from '#features/people/roll.ts'

/** What the membership form asks, part by part. */
export const membershipQuestions: QuestionGroup[] = [
  {
    title: 'Membership',
    questions: [
      {
        label: 'Category',
        answer: 'choice',
        choices: ['Regular', 'Life', 'Student', 'Associate', 'Sessional', 'Institutional', 'Benefactor'],
      },
      {
        label: 'New, upgrade or renewal',
        hint: 'With your membership number where you have one.',
        answer: 'choice',
        choices: ['New', 'Upgrade', 'Renewal'],
      },
      { label: 'Resident in', answer: 'choice', choices: ['India', 'SAARC country', 'Other country'] },
    ],
  },
  {
    title: 'About you',
    questions: [
      {
        label: 'Title, first, middle and last name',
        hint: 'As it should stand on the certificate.',
        answer: 'line',
      },
      { label: 'Name in Devanagari', optional: true, answer: 'line' },
      { label: 'Date of birth', hint: 'Not asked of institutions.', answer: 'line' },
      { label: 'Gender', optional: true, answer: 'line' },
      { label: 'Nationality', answer: 'line' },
      { label: 'Occupation, designation, department, institution', answer: 'line' },
      {
        label: 'Office or home address, and which one is for post',
        hint: 'At most 300 characters each.',
        answer: 'words',
      },
      { label: 'E-mail', hint: 'It is confirmed by a link sent there.', answer: 'line' },
      { label: 'Mobile telephone', answer: 'line' },
      { label: 'Photograph', hint: 'JPEG or PNG, at most 2 MB.', answer: 'file' },
    ],
  },
  {
    title: 'Education and field',
    questions: [
      { label: 'Highest degree, subject, university, year', answer: 'line' },
      { label: 'Discipline', answer: 'choice', choices: disciplines },
      { label: 'Specialisation', optional: true, answer: 'line' },
      { label: 'Chapter', optional: true, answer: 'line' },
    ],
  },
  {
    title: 'Only for some categories',
    questions: [
      {
        label: 'Student: course, institution, expected end',
        hint: 'With a certificate of the head of department, PDF, at most 2 MB.',
        answer: 'line',
      },
      { label: 'Institution: name, type, head, contact person, website', answer: 'line' },
      { label: 'Sessional: the conference', answer: 'line' },
      {
        label: 'Introduced by: proposer and seconder with membership numbers',
        optional: true,
        answer: 'line',
      },
    ],
  },
  {
    title: 'Payment',
    note: 'The form shows the fee that the Academy has set, or says that the office will advise it. No card or account data is asked for.',
    questions: [
      {
        label: 'Way of payment',
        answer: 'choice',
        choices: ['NEFT', 'IMPS', 'UPI', 'Demand draft', 'Other'],
      },
      { label: 'Transaction or draft number, date, bank, amount', answer: 'line' },
      { label: 'Proof of payment', hint: 'JPEG, PNG or PDF, at most 2 MB.', optional: true, answer: 'file' },
    ],
  },
  {
    title: 'Consent and declaration',
    questions: [
      { label: 'List me in the public directory', optional: true, answer: 'choice', choices: ['Yes', 'No'] },
      { label: 'Send me the newsletter by e-mail', optional: true, answer: 'choice', choices: ['Yes', 'No'] },
      {
        label: 'Declaration, with your name',
        hint: 'That the answers are true and that you accept the constitution and the rules.',
        answer: 'line',
      },
    ],
  },
]
