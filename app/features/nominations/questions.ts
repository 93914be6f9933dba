import { disciplines } from '#features/people/roll.ts'

/** What the two nomination forms ask, part by part. Limits are those the forms hold to. */

export interface Question {
  label: string
  hint?: string
  optional?: true
  /** On a line, in so many words, by choosing, or as a file. */
  answer: 'line' | 'words' | 'choice' | 'file'
  choices?: readonly string[]
}

export interface QuestionGroup {
  title: string
  note?: string
  questions: Question[]
}

const nominee: Question[] = [
  { label: 'Title', answer: 'choice', choices: ['Prof.', 'Dr', 'Mr', 'Ms', 'Mx', 'Other'] },
  { label: 'First, middle and last name', hint: 'A middle name may be left out.', answer: 'line' },
  { label: 'Date of birth', hint: 'Only those who decide see it.', answer: 'line' },
  { label: 'Gender', hint: 'For statistics only.', optional: true, answer: 'line' },
  { label: 'Nationality', answer: 'line' },
  { label: 'IAPS membership number', hint: 'Or say that the nominee is not yet a member.', answer: 'line' },
  { label: 'Present position, department and institution', answer: 'line' },
  { label: 'Office address', hint: 'At most 300 characters.', answer: 'words' },
  { label: 'Residential address', optional: true, answer: 'words' },
  { label: 'E-mail', hint: 'The request for consent is sent there.', answer: 'line' },
  { label: 'Telephone', optional: true, answer: 'line' },
  { label: 'ORCID iD or profile address', optional: true, answer: 'line' },
  { label: 'Main discipline', answer: 'choice', choices: disciplines },
  { label: 'Second discipline', optional: true, answer: 'line' },
  { label: 'Field of specialisation', answer: 'line' },
  {
    label: 'Photograph',
    hint: 'JPEG or PNG, at most 2 MB. Needed before admission.',
    optional: true,
    answer: 'file',
  },
]

const career: Question[] = [
  { label: 'Degrees', hint: '1 to 8: degree, subject, university, year.', answer: 'words' },
  { label: 'Positions held', hint: '1 to 15: post, institution, from, to.', answer: 'words' },
  {
    label: 'Awards and other fellowships',
    hint: 'Up to 15: name, body, year.',
    optional: true,
    answer: 'words',
  },
  { label: 'Service to the Academy', hint: 'At most 150 words.', optional: true, answer: 'words' },
]

const remarks: Question[] = [
  { label: 'Name, fellow number, institution, e-mail', answer: 'line' },
  { label: 'Remarks on suitability', hint: 'At most 150 words.', answer: 'words' },
  { label: 'Personal knowledge of the work', answer: 'choice', choices: ['Yes', 'No'] },
  {
    label: 'Conflict of interest',
    hint: 'Relative, supervisor, co-author in the last four years, same institution, or none. At most 100 words.',
    answer: 'words',
  },
  { label: 'Declaration, with your name and the date', answer: 'line' },
]

const consent: QuestionGroup = {
  title: 'Consent of the nominee',
  note: 'The nominee gives it by a link sent by mail. Scrutiny begins only then.',
  questions: [
    {
      label: 'Willing to stand, and agrees to the use of the data',
      answer: 'choice',
      choices: ['Yes', 'No'],
    },
  ],
}

export const fellowQuestions: QuestionGroup[] = [
  { title: 'The nominee', questions: nominee },
  { title: 'Career', questions: career },
  {
    title: 'The case',
    questions: [
      { label: 'Proposed citation', hint: 'At most 50 words.', answer: 'words' },
      { label: 'Statement for the electors', hint: 'At most 200 words.', answer: 'words' },
      { label: 'Critical analysis of the main contributions', hint: '200 to 1,000 words.', answer: 'words' },
      {
        label: 'Best publications or patents',
        hint: '1 to 10, with DOI where there is one.',
        answer: 'words',
      },
      {
        label: 'Totals of papers and citations, h-index',
        hint: 'With source and date.',
        optional: true,
        answer: 'line',
      },
    ],
  },
  {
    title: 'Attachments',
    questions: [
      { label: 'Curriculum vitae', hint: 'PDF, at most 5 MB.', answer: 'file' },
      { label: 'Full list of publications', hint: 'PDF, at most 5 MB.', answer: 'file' },
      {
        label: 'Best papers',
        hint: 'Up to 5 PDF files of at most 5 MB each.',
        optional: true,
        answer: 'file',
      },
      {
        label: 'Letters of support',
        hint: 'Up to 2 PDF files of at most 2 MB each.',
        optional: true,
        answer: 'file',
      },
    ],
  },
  {
    title: 'Independent experts',
    note: '2 to 5 experts, none from the nominee’s institution. The Academy may write to them.',
    questions: [
      { label: 'Name, institution, e-mail, field and relation to the nominee of each', answer: 'words' },
    ],
  },
  { title: 'The proposer', questions: remarks },
  { title: 'The seconder', note: 'The seconder answers by a link sent by mail.', questions: remarks },
  consent,
]

export const associateFellowQuestions: QuestionGroup[] = [
  { title: 'The nominee', questions: nominee },
  {
    title: 'Career',
    questions: [
      ...career,
      { label: 'Doctorate: title, university, year, supervisor', answer: 'line' },
      { label: 'Doctoral certificate', hint: 'PDF, at most 2 MB.', answer: 'file' },
    ],
  },
  {
    title: 'The case',
    questions: [
      { label: 'Proposed citation', hint: 'At most 30 words.', answer: 'words' },
      { label: 'Research summary', hint: 'At most 250 words.', answer: 'words' },
      {
        label: 'Best papers, with the nominee’s own part in each',
        hint: '1 to 5, each at most 100 words.',
        answer: 'words',
      },
      { label: 'What the nominee would contribute', hint: '50 to 100 words.', answer: 'words' },
    ],
  },
  {
    title: 'Attachments',
    questions: [
      { label: 'Curriculum vitae', hint: 'PDF, at most 5 MB; three pages are enough.', answer: 'file' },
      { label: 'Full list of publications', hint: 'PDF, at most 5 MB.', answer: 'file' },
      {
        label: 'Letter of the forwarding authority',
        hint: 'PDF, at most 2 MB.',
        optional: true,
        answer: 'file',
      },
    ],
  },
  {
    title: 'Independent experts',
    note: '1 to 3 experts, none from the nominee’s institution.',
    questions: [
      { label: 'Name, institution, e-mail, field and relation to the nominee of each', answer: 'words' },
    ],
  },
  {
    title: 'The proposer',
    questions: [
      {
        label: 'Proposing as',
        answer: 'choice',
        choices: ['Fellow', 'Head of an institution or department'],
      },
      ...remarks,
    ],
  },
  { title: 'The seconder', note: 'A fellow, who answers by a link sent by mail.', questions: remarks },
  consent,
]
