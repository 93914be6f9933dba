import type { CrossRule, Faults } from '#features/forms/check.ts'
import { rowsOf, textOf, ticksOf, type Answers, type Form } from '#features/forms/questions.ts'
import { associateFellowForm } from './associate-form.ts'
import { fellowForm } from './fellow-form.ts'

export type NominationKind = 'fellow' | 'associate-fellow'

/** Rules that the Academy has not stated, as the office has set them. */
export interface NominationSettings {
  honoraryNominations: boolean
  associateMostAge: string
  associateProofOfAge: boolean
  associateSeconder: boolean
}

export function nominationForm(kind: NominationKind, settings: NominationSettings): Form {
  if (kind === 'fellow') return fellowForm({ honoraryOpen: settings.honoraryNominations })
  return associateFellowForm({
    mostAge: Number(settings.associateMostAge) || undefined,
    proofOfAge: settings.associateProofOfAge,
    seconderAlways: settings.associateSeconder,
  })
}

/** Answers that contradict each other, whichever of the two forms they were given to. */
export const nominationRules: CrossRule[] = [
  addressesDiffer,
  disciplinesDiffer,
  yearsInOrder,
  expertsApart,
  conflictsClear,
]

/** Nobody proposes or seconds themselves, and one person does not do both. */
function addressesDiffer(answers: Answers): Faults {
  const nominee = key(textOf(answers, 'email'))
  const proposer = key(textOf(answers, 'proposerEmail'))
  const seconder = key(textOf(answers, 'seconderEmail'))
  const faults: Faults = {}
  if (proposer && proposer === nominee)
    faults['proposerEmail'] = 'Your e-mail: it is the nominee’s. Nobody can propose themselves.'
  if (seconder && seconder === nominee)
    faults['seconderEmail'] = 'E-mail of the seconder: it is the nominee’s. Name another person.'
  if (seconder && seconder === proposer)
    faults['seconderEmail'] = 'E-mail of the seconder: it is your own. Name another person.'
  return faults
}

function disciplinesDiffer(answers: Answers): Faults {
  const second = textOf(answers, 'secondDiscipline')
  if (!second || second !== textOf(answers, 'discipline')) return {}
  return { secondDiscipline: 'Second discipline: choose another than the main one, or none.' }
}

function yearsInOrder(answers: Answers): Faults {
  const faults: Faults = {}
  rowsOf(answers, 'positions').forEach(({ from = '', to = '' }, at) => {
    if (from && to && Number(to) < Number(from))
      faults[`positions-${at}-to`] = 'To (year): it lies before the year in which the position began.'
  })
  return faults
}

function expertsApart(answers: Answers): Faults {
  const institution = words(textOf(answers, 'institution'))
  const involved = ['email', 'proposerEmail', 'seconderEmail'].map((name) => key(textOf(answers, name)))
  const faults: Faults = {}
  rowsOf(answers, 'experts').forEach((expert, at) => {
    if (institution && words(expert['institution'] ?? '') === institution)
      faults[`experts-${at}-institution`] = 'Institution: name an expert from another one than the nominee’s.'
    if (expert['email'] && involved.includes(key(expert['email'])))
      faults[`experts-${at}-email`] = 'E-mail: name somebody who has no other part in this nomination.'
  })
  return faults
}

export function conflictsClear(answers: Answers): Faults {
  const ticked = ticksOf(answers, 'conflicts')
  if (!ticked.includes('none') || ticked.length === 1) return {}
  return { conflicts: 'Conflicts of interest: tick “None” alone, or those that there are.' }
}

/** An address as it is compared: people write it in large and small letters. */
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
