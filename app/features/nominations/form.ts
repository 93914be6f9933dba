import type { CrossRule, FieldErrors } from '#features/forms/check.ts'
import { rowsOf, textOf, ticksOf, type Answers, type Form } from '#features/forms/questions.ts'
import { associateFellowForm } from './associate-form.ts'
import { fitToCall } from './calls/fellowship-parts.ts'
import { fellowForm } from './fellow-form.ts'

export type FellowshipKind = 'fellow' | 'associate-fellow'
export type NominationKind = FellowshipKind | 'award'

/** Rules that the Academy has not stated, as set by the office. */
export interface NominationSettings {
  honoraryNominations: boolean
  associateMostAge: string
  associateProofOfAge: boolean
  associateSeconder: boolean
}

export function nominationForm(
  kind: FellowshipKind,
  settings: NominationSettings,
  answers: Answers = {},
): Form {
  return fitToCall(wholeForm(kind, settings), answers)
}

function wholeForm(kind: FellowshipKind, settings: NominationSettings): Form {
  if (kind === 'fellow') return fellowForm({ honoraryOpen: settings.honoraryNominations })
  return associateFellowForm({
    maxAge: Number(settings.associateMostAge) || undefined,
    proofOfAge: settings.associateProofOfAge,
    seconderAlways: settings.associateSeconder,
  })
}

/** Answers that contradict each other, in any of the forms. */
export const nominationRules: CrossRule[] = [
  addressesDiffer,
  disciplinesDiffer,
  yearsInOrder,
  expertsApart,
  conflictsClear,
]

/** Nobody proposes or seconds themselves, and one person does not do both. */
function addressesDiffer(answers: Answers): FieldErrors {
  const nominee = key(textOf(answers, 'email'))
  const proposer = key(textOf(answers, 'proposerEmail'))
  const seconder = key(textOf(answers, 'seconderEmail'))
  const faults: FieldErrors = {}
  if (proposer && proposer === nominee)
    faults['proposerEmail'] =
      'Your email address: this is the nominee’s address. You cannot nominate yourself.'
  if (seconder && seconder === nominee)
    faults['seconderEmail'] = 'Seconder’s email address: this is the nominee’s address. Name another person.'
  if (seconder && seconder === proposer)
    faults['seconderEmail'] = 'Seconder’s email address: this is your own address. Name another person.'
  return faults
}

function disciplinesDiffer(answers: Answers): FieldErrors {
  const second = textOf(answers, 'secondDiscipline')
  if (!second || second !== textOf(answers, 'discipline')) return {}
  return { secondDiscipline: 'Second discipline: choose a different one from the main discipline, or none.' }
}

function yearsInOrder(answers: Answers): FieldErrors {
  const faults: FieldErrors = {}
  rowsOf(answers, 'positions').forEach(({ from = '', to = '' }, at) => {
    if (from && to && Number(to) < Number(from))
      faults[`positions-${at}-to`] = 'To (year): enter a year that is not before the start of the position.'
  })
  return faults
}

function expertsApart(answers: Answers): FieldErrors {
  const institution = words(textOf(answers, 'institution'))
  const involved = ['email', 'proposerEmail', 'seconderEmail'].map((name) => key(textOf(answers, name)))
  const faults: FieldErrors = {}
  rowsOf(answers, 'experts').forEach((expert, at) => {
    if (institution && words(expert['institution'] ?? '') === institution)
      faults[`experts-${at}-institution`] =
        'Institution: name an expert who does not work at the nominee’s institution.'
    if (expert['email'] && involved.includes(key(expert['email'])))
      faults[`experts-${at}-email`] = 'Email address: name someone who has no other role in this nomination.'
  })
  return faults
}

export function conflictsClear(answers: Answers): FieldErrors {
  const ticked = ticksOf(answers, 'conflicts')
  if (!ticked.includes('none') || ticked.length === 1) return {}
  return { conflicts: 'Conflicts of interest: tick either “None” or the conflicts that apply.' }
}

/** An address as compared: people write it in upper and lower case. */
export function key(email: string): string {
  return email.trim().toLowerCase()
}

function words(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  )
}
