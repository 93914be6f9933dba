import type { FormShare, FormShares } from '#features/cases/case-type.ts'
import { textOf, type Answers, type Form, type FormPart, type Question } from '#features/forms/questions.ts'
import { confirmationFormsFor } from '#features/nominations/awards/confirmation-forms-for.ts'
import { callAnswerNames } from '#features/nominations/calls/call-answers.ts'
import { nominee } from '#features/nominations/form-parts.ts'
import { forNominee } from './nominee-words.ts'

/**
 * The details of a nominee: what the nominee knows best. The proposer may leave them to the nominee, who fills them in
 * before agreeing. Nominations from before this choice have no answer to it; their proposers filled in everything.
 */

/** Without these nobody knows who is nominated, so the proposer always gives them. */
const identity = ['title', 'firstName', 'middleName', 'lastName', 'institution', 'email', 'discipline']

/** The nominee may correct these as well. The address is proved by the link, so it stays. */
const correctedByNominee = identity.filter((name) => name !== 'email')

const ofPerson = namesIn(nominee).filter((name) => !identity.includes(name))

const detailNames: readonly string[] = [
  ...[...ofPerson, 'ageReason', 'ageProof'],
  ...['degrees', 'positions', 'honours', 'service'],
  ...['thesis', 'doctorateUniversity', 'doctorateYear', 'supervisor', 'doctorateCertificate'],
  ...['publications', 'papers', 'citations', 'hIndex', 'countedBy'],
  ...['vitae', 'allPublications', 'bestPapers'],
]

export function isDetail(question: string): boolean {
  return detailNames.includes(question)
}

/** Who fills them in, as a new form starts. */
export const detailsByNominee: Answers = { detailsBy: 'nominee' }

/** Answers with which the form asks for everything: of one proposer, of a nominee, and as before this choice. */
export const dividedForms: readonly Answers[] = [{ detailsBy: 'proposer' }, { filledInBy: 'nominee' }, {}]

const detailsBy: Question = {
  kind: 'choice',
  name: 'detailsBy',
  label: 'Who fills in the nominee’s details?',
  hint: 'Date of birth, membership number, addresses, degrees, positions, publications, curriculum vitae and the like.',
  choices: {
    nominee: 'The nominee, when we ask for consent',
    proposer: 'I fill in the nominee’s details myself',
  },
}

const detailsGiven: Question = {
  ...detailsBy,
  hint: '',
  choices: { given: 'The nominee has filled them in' },
}

/** Whether the nomination waits for the details. */
export function lacksDetails(answers: Answers): boolean {
  return textOf(answers, 'detailsBy') === 'nominee'
}

/** Whether the nominee has filled them in: then the proposer does not see them. */
export function hasNomineesDetails(answers: Answers): boolean {
  return textOf(answers, 'detailsBy') === 'given'
}

/** Whether these are the answers of the form that a nominee fills in. */
export function isNomineesForm(answers: Answers): boolean {
  return textOf(answers, 'filledInBy') === 'nominee'
}

/** The part of a form that belongs to these answers. */
export function divideForm(form: Form, answers: Answers, caseType: string): Form {
  if (isNomineesForm(answers)) return formOfNominee(form, caseType)
  const chosen = textOf(answers, 'detailsBy')
  const isPart = lacksDetails(answers) || textOf(answers, 'filledInBy') === 'proposer'
  if (chosen === '' && !isPart) return form
  const fixed = [...(form.fixed ?? []), 'filledInBy', ...(isPart && chosen === 'given' ? ['detailsBy'] : [])]
  const parts = form.parts.flatMap((part) => splitNominee(part, chosen, isPart))
  return { ...form, fixed, parts: isPart ? withoutDetails(parts) : parts }
}

function withoutDetails(parts: readonly FormPart[]): FormPart[] {
  return onlyQuestions(parts, ({ name }) => !isDetail(name))
}

function onlyQuestions(parts: readonly FormPart[], fits: (question: Question) => boolean): FormPart[] {
  return parts
    .map((part) => ({ ...part, questions: part.questions.filter(fits) }))
    .filter(({ questions }) => questions.length > 0)
}

/** Who the nominee is, and the details of the person on a page of their own. */
function splitNominee(part: FormPart, chosen: string, isPart: boolean): FormPart[] {
  if (part.name !== nominee.name) return [part]
  const who = part.questions.filter(({ name }) => identity.includes(name))
  const choice = chosen === 'given' ? (isPart ? [] : [detailsGiven]) : [detailsBy]
  const details = part.questions.filter(({ name }) => isDetail(name))
  return [
    { ...part, questions: [...who, ...choice] },
    { name: 'person', title: 'The nominee’s details', questions: details },
  ]
}

function formOfNominee(form: Form, caseType: string): Form {
  const own = onlyQuestions(form.parts, ({ name }) => isDetail(name) || correctedByNominee.includes(name))
  const fixed = [...(form.fixed ?? []), 'filledInBy']
  return { ...form, fixed, parts: [...own.map(forNominee), consentPart(caseType)] }
}

/** Agreeing at the end of the form; whoever does not agree says so on the page of the link. */
function consentPart(caseType: string): FormPart {
  const { questions } = confirmationFormsFor(caseType).consent.part
  const willing = questions.find(({ name }) => name === 'willing')
  const dataUse = questions.find(({ name }) => name === 'dataUse')
  if (willing?.kind !== 'choice' || dataUse?.kind !== 'tick')
    throw new Error('The consent has other questions.')
  const { when: _, ...tick } = dataUse
  return {
    name: 'consent',
    title: 'Your consent',
    note: 'If you do not agree, or if the proposer must correct something first, open the link in our email again and answer there.',
    questions: [{ kind: 'tick', name: 'willing', label: willing.choices['yes'] ?? willing.label }, tick],
  }
}

const consentNames = ['willing', 'dataUse']

/** What a nominee agreed to at the end of the form. */
export function consentIn(answers: Answers): Answers {
  return Object.fromEntries(consentNames.map((name) => [name, textOf(answers, name)]))
}

/** The sentences of that consent, as shown. */
export function consentWording(form: Form): string {
  const part = form.parts.find(({ name }) => name === 'consent')
  return part?.questions.map(({ label }) => label).join('\n') ?? ''
}

const fromCall: readonly string[] = callAnswerNames

function isOf(who: FormShare, question: string, answers: Answers): boolean {
  if (who === 'subject') return isDetail(question) || correctedByNominee.includes(question)
  return !hasNomineesDetails(answers) || !isDetail(question)
}

/** Which answers of a nomination each of the two people fills in. */
export const nominationShares: FormShares = {
  has: isOf,
  start: (who, answers) => {
    const own = only(answers, (name) => isOf(who, name, answers) || fromCall.includes(name))
    // The page that mails a link to the form offers this address.
    if (who === 'subject') return { ...own, email: textOf(answers, 'email'), filledInBy: 'nominee' }
    return hasNomineesDetails(answers) ? { ...own, filledInBy: 'proposer' } : own
  },
  copy: (answers) =>
    hasNomineesDetails(answers)
      ? { ...only(answers, (name) => !isDetail(name)), ...detailsByNominee }
      : answers,
  join: (who, before, sent) => {
    const given = only(sent, (name) => name !== 'filledInBy' && !consentNames.includes(name))
    if (who === 'subject') {
      const others = only(before, (name) => !isOf(who, name, before))
      return { ...others, ...only(given, (name) => isOf(who, name, before)), detailsBy: 'given' }
    }
    if (!hasNomineesDetails(before)) return given
    // Whoever has another address fills in their own: the proposer may have named someone else.
    if (textOf(sent, 'email') !== textOf(before, 'email')) return { ...given, ...detailsByNominee }
    return { ...only(before, (name) => !isOf(who, name, before)), ...given }
  },
}

function only(answers: Answers, fits: (name: string) => boolean): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => fits(name)))
}

function namesIn({ questions }: FormPart): string[] {
  return questions.map(({ name }) => name)
}
