import type { CaseTypeName } from '#db/schema/tables.ts'
import type { CrossRule } from '#features/forms/check.ts'
import type { Answers, Form } from '#features/forms/questions.ts'
import type { Settings } from '#features/settings/settings.ts'
import type { Workflow } from './workflow.ts'

/** What the machinery of cases needs to know of one kind of case. */
export interface CaseType {
  name: CaseTypeName
  /** How its references begin. */
  series: 'FN' | 'AF' | 'MA'
  /** "Nomination of a Fellow", on pages and in letters. */
  title: string
  /** Where its form is. */
  href: string
  workflow: Workflow
  /** The form by the present settings; some questions hang on what was answered before. */
  formFor: (settings: Settings, answers: Answers) => Form
  rules: CrossRule[]
  /** Questions whose files come with a later answer: no part of what was sent and confirmed. */
  laterFiles: readonly string[]
  aboutOf: (answers: Answers) => CaseSummary
}

/** What lists show and rules compare, copied out of the answers. */
export interface CaseSummary {
  subjectName: string
  subjectEmail: string
  senderName: string
  senderEmail: string
  institution: string
  discipline: string
  category: string
  /** The number of a payment that was made for it. */
  paymentNumber?: string
  /** Counted in statistics and shown to nobody. */
  gender: string
}
