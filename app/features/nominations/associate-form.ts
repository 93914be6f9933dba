import { line, pdf } from '#features/forms/pieces.ts'
import type { Form, FormPart, Question } from '#features/forms/questions.ts'
import { career, doi, experts, nominee, proposer, publicationFields, seconder } from './form-parts.ts'

export interface AssociateRules {
  /** In whole years; undefined if the Academy has set none. */
  maxAge: number | undefined
  proofOfAge: boolean
  seconderAlways: boolean
}

export const doctorate: FormPart = {
  name: 'doctorate',
  title: 'Doctorate',
  questions: [
    line('thesis', 'Title of the thesis', 200),
    line('doctorateUniversity', 'University of the doctorate', 200),
    { kind: 'count', name: 'doctorateYear', label: 'Year of the doctorate', min: 1900, max: 'this-year' },
    line('supervisor', 'Supervisor', 120),
    pdf('doctorateCertificate', 'Doctoral certificate', 2, { hint: 'PDF, at most 2 MB.' }),
  ],
}

const theCase: FormPart = {
  name: 'case',
  title: 'The case for election',
  questions: [
    { kind: 'words', name: 'citation', label: 'Proposed citation', max: 30, maxLength: 400, printed: true },
    { kind: 'words', name: 'research', label: 'Research summary', max: 250, maxLength: 3500 },
    {
      kind: 'repeat',
      name: 'publications',
      label: 'Best papers',
      one: 'paper',
      min: 1,
      max: 5,
      pasted: 'publications',
      questions: [
        doi,
        ...publicationFields,
        {
          kind: 'words',
          name: 'ownPart',
          label: 'The nominee’s own contribution',
          max: 100,
          maxLength: 1500,
        },
      ],
    },
    {
      kind: 'words',
      name: 'contribution',
      label: 'What the nominee would contribute to the Academy',
      min: 50,
      max: 100,
      maxLength: 1500,
    },
  ],
}

const attachments: FormPart = {
  name: 'attachments',
  title: 'Attachments',
  questions: [
    pdf('vitae', 'Curriculum vitae', 5, { hint: 'PDF, at most 5 MB. Three pages are enough.' }),
    pdf('allPublications', 'Full list of publications', 5, { hint: 'PDF, at most 5 MB.' }),
    pdf('forwarding', 'Letter from the forwarding authority', 2, {
      hint: 'PDF, at most 2 MB.',
      optional: true,
    }),
  ],
}

const asHead = { question: 'proposesAs', is: ['head'] }

export function associateFellowForm(rules: AssociateRules): Form {
  const proposesAs: Question = {
    kind: 'choice',
    name: 'proposesAs',
    label: 'You are proposing as',
    choices: { fellow: 'Fellow of the Academy', head: 'Head of an institution or department' },
  }
  const asFellow = { question: 'proposesAs', is: ['fellow'] }
  const proposerQuestions = proposer.questions.map((one) =>
    one.name === 'proposerFellowNo' ? { ...one, when: asFellow } : one,
  )
  return {
    version: 1,
    parts: [
      withAge(nominee, rules),
      career,
      doctorate,
      theCase,
      attachments,
      experts(1, 3),
      { ...proposer, questions: [proposesAs, ...proposerQuestions] },
      rules.seconderAlways ? seconder : { ...seconder, when: asHead },
    ],
  }
}

function withAge(part: FormPart, { maxAge, proofOfAge }: AssociateRules): FormPart {
  const relaxation: Question = {
    kind: 'words',
    name: 'ageReason',
    label: 'Reason for an exception to the age limit',
    hint: `Required if the nominee is older than ${maxAge} years.`,
    optional: true,
    neededOver: { day: 'birthDay', years: maxAge ?? 0 },
    max: 50,
    maxLength: 700,
  }
  const proof: Question = {
    kind: 'file',
    name: 'ageProof',
    label: 'Proof of age',
    hint: 'PDF or JPEG, at most 2 MB.',
    types: ['pdf', 'jpeg'],
    maxBytes: 2 * 1024 * 1024,
    max: 1,
  }
  const more = [...(maxAge === undefined ? [] : [relaxation]), ...(proofOfAge ? [proof] : [])]
  return { ...part, questions: [...part.questions, ...more] }
}
