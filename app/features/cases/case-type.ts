import type { CaseTypeName } from '#db/schema/tables.ts'
import type { CrossRule } from '#features/forms/check.ts'
import type { Answers, Form } from '#features/forms/questions.ts'
import type { Settings } from '#features/settings/settings.ts'
import type { NamedPerson } from './people.ts'
import type { Workflow } from './workflow.ts'

/** The prefixes of all references. */
export const caseSeries = ['FN', 'AF', 'AW', 'MA'] as const

/** What the case machinery needs to know about one case type. */
export interface CaseType {
  name: CaseTypeName
  /** The prefix of its references. */
  series: (typeof caseSeries)[number]
  /** "Nomination of a Fellow", on pages and in letters. */
  title: string
  /** Where its form is. */
  href: string
  /** The name of the cookie by which a browser finds its draft. */
  cookie: string
  workflow: Workflow
  /** The form under the current settings; some questions depend on earlier answers. */
  formFor: (settings: Settings, answers: Answers) => Form
  rules: CrossRule[]
  /** Questions whose files come with a later answer: not part of what was submitted and confirmed. */
  laterFiles: readonly string[]
  /** How the form is divided between its sender and the person it is about; without it the sender fills in all. */
  shares?: FormShares
  aboutOf: (answers: Answers) => CaseSummary
  othersAnswers: OthersAnswers
  /** Everyone who takes part in a case and so may not decide it. */
  namedIn: (answers: Answers) => NamedPerson[]
  /** Their numbers in the register, and elsewhere. */
  numbersIn: (answers: Answers) => string[]
}

/** Who fills in a share of a form: its sender, or the person it is about. */
export type FormShare = 'sender' | 'subject'

export interface FormShares {
  /** Whether a question of a case belongs to someone's share. */
  has: (who: FormShare, question: string, answers: Answers) => boolean
  /** What someone's form starts with when it is opened again. */
  start: (who: FormShare, answers: Answers) => Answers
  /** What its sender may copy into a new form. */
  copy: (answers: Answers) => Answers
  /** The answers of the case after someone has submitted a share. */
  join: (who: FormShare, before: Answers, sent: Answers) => Answers
}

/** Questions whose answers belong to someone other than the person the case is about. */
export interface OthersAnswers {
  proposer: readonly string[]
  seconder: readonly string[]
  /** Lists with a row for each expert, with the address. */
  expert: readonly string[]
  /** About people who are named without an address. */
  unaddressed: readonly string[]
  /** Files that others wrote in confidence. */
  confidentialFiles: readonly string[]
}

/** What lists show and rules compare, copied from the answers. */
export interface CaseSummary {
  subjectName: string
  subjectEmail: string
  senderName: string
  senderEmail: string
  institution: string
  discipline: string
  category: string
  /** The id of the call it answers. */
  call?: string
  /** The number of a payment made for it. */
  paymentNumber?: string
  /** Counted in statistics and shown to nobody. */
  gender: string
}
