import { line, pdf } from '#features/forms/pieces.ts'
import type { Form, FormPart, Repeat } from '#features/forms/questions.ts'
import { career, doi, experts, nominee, proposer, publicationFields, seconder } from './form-parts.ts'

export const publications: Repeat = {
  kind: 'repeat',
  name: 'publications',
  label: 'Best publications or patents',
  one: 'publication',
  min: 1,
  max: 10,
  pasted: 'publications',
  questions: [
    doi,
    ...publicationFields,
    line('volume', 'Volume', 40, { optional: true }),
    line('pages', 'Pages', 40, { optional: true }),
  ],
}

const theCase: FormPart = {
  name: 'case',
  title: 'The case for election',
  questions: [
    {
      kind: 'words',
      name: 'citation',
      label: 'Proposed citation',
      hint: 'We read it out at the admission and print it on the certificate.',
      max: 50,
      maxLength: 600,
      printed: true,
    },
    {
      kind: 'words',
      name: 'statement',
      label: 'Statement for the electors',
      hint: 'We send it to everyone who votes.',
      max: 200,
      maxLength: 3000,
    },
    {
      kind: 'words',
      name: 'analysis',
      label: 'Critical analysis of the main contributions',
      min: 200,
      max: 1000,
      maxLength: 12_000,
    },
    publications,
    { kind: 'count', name: 'papers', label: 'Number of papers', optional: true, min: 0, max: 100_000 },
    {
      kind: 'count',
      name: 'citations',
      label: 'Number of citations',
      optional: true,
      min: 0,
      max: 10_000_000,
    },
    { kind: 'count', name: 'hIndex', label: 'h-index', optional: true, min: 0, max: 1000 },
    line('countedBy', 'Source and date of these numbers', 150, { optional: true }),
  ],
}

export const attachments: FormPart = {
  name: 'attachments',
  title: 'Attachments',
  questions: [
    pdf('vitae', 'Curriculum vitae', 5, { hint: 'PDF, at most 5 MB. Five pages are enough.' }),
    pdf('allPublications', 'Full list of publications', 5, { hint: 'PDF, at most 5 MB.' }),
    pdf('bestPapers', 'Best papers', 5, {
      hint: 'Up to 5 PDF files of at most 5 MB each.',
      optional: true,
      max: 5,
    }),
    pdf('support', 'Letters of support', 2, {
      hint: 'Up to 2 PDF files of at most 2 MB each.',
      optional: true,
      max: 2,
    }),
  ],
}

const grade: FormPart = {
  name: 'grade',
  title: 'The fellowship',
  questions: [
    {
      kind: 'choice',
      name: 'grade',
      label: 'Proposed for election as',
      choices: { fellow: 'Fellow', 'honorary-fellow': 'Honorary Fellow' },
    },
  ],
}

/** Honorary Fellows are proposed only if the office has opened that. */
export function fellowForm({ honoraryOpen }: { honoraryOpen: boolean }): Form {
  const others = [nominee, career, theCase, attachments, experts(2, 5), proposer, seconder]
  return { version: 1, parts: honoraryOpen ? [grade, ...others] : others }
}
