import type { CaseTypeName } from '#db/schema/tables.ts'
import { rowsOf, textOf, ticksOf, type Answers } from '#features/forms/questions.ts'
import { addressKey, type NamedPerson, type PartIn } from '#features/cases/people.ts'
import { conflicts } from '#features/nominations/form-parts.ts'
import { caseTypes } from './case-types.ts'
import { areSameInstitution } from '#features/casework/comparing/same-institution.ts'

/** Conflicts of interest that a machine can detect. It finds them; people judge them. */

export interface ConflictOfInterest {
  kind: 'declared' | 'institution' | 'staff' | 'papers'
  sentence: string
}

export interface Compared {
  process: CaseTypeName
  answers: Answers
  /** Other nominations that name some of the same people. */
  others: readonly { reference: string; process: CaseTypeName; answers: Answers }[]
  staffEmails: readonly string[]
  /** What the seconder answered, if there is an answer. */
  seconded?: Answers | undefined
}

export function findConflicts({
  process: caseType,
  answers,
  others,
  staffEmails,
  seconded,
}: Compared): ConflictOfInterest[] {
  const named = caseTypes[caseType].namedIn(answers)
  return [
    ...declared(answers, named, 'proposer'),
    ...(seconded ? declared(seconded, named, 'seconder') : []),
    ...sameInstitution(answers, named),
    ...onStaff(named, new Set(staffEmails.map(addressKey))),
    ...others.flatMap((other) => sharedPapers(answers, named, other)),
  ]
}

const whose: Record<PartIn, string> = {
  nominee: 'The nominee',
  proposer: 'The proposer',
  seconder: 'The seconder',
  expert: 'The expert',
  applicant: 'The applicant',
}

function called({ part, name }: NamedPerson): string {
  return `${whose[part]}${name ? ` ${name}` : ''}`
}

/** What the proposer and the seconder have said themselves. */
function declared(said: Answers, named: NamedPerson[], part: 'proposer' | 'seconder'): ConflictOfInterest[] {
  const who = named.find((one) => one.part === part)
  const ticked = ticksOf(said, 'conflicts').filter((one) => one !== 'none')
  if (!who || ticked.length === 0) return []
  const labels = ticked.map((one) => (Object.hasOwn(labelsOf, one) ? labelsOf[one] : one))
  const note = textOf(said, 'conflictNote')
  const sentence = `${called(who)} declares: ${labels.join(', ')}.${note ? ` ${note}` : ''}`
  return [{ kind: 'declared', sentence }]
}

const labelsOf: Record<string, string> = conflicts

/** The nominee's current institutions: the one in the form, and positions without an end. */
function sameInstitution(answers: Answers, named: NamedPerson[]): ConflictOfInterest[] {
  const held = rowsOf(answers, 'positions').filter(({ to }) => !to)
  const own = [textOf(answers, 'institution'), ...held.map(({ institution = '' }) => institution)]
  return named
    .filter(({ part }) => part !== 'nominee')
    .filter(({ institution }) => own.some((one) => areSameInstitution(one, institution)))
    .filter(({ part }) => part !== 'applicant')
    .map((one) => ({
      kind: 'institution',
      sentence: `${called(one)} is at the nominee’s institution, ${one.institution}.`,
    }))
}

function onStaff(named: NamedPerson[], staff: Set<string>): ConflictOfInterest[] {
  return named
    .filter(({ emails }) => emails.some((email) => staff.has(email)))
    .map((one) => ({ kind: 'staff', sentence: `${called(one)} is a member of staff of this site.` }))
}

/**
 * Nominees of two nominations that name the same paper may have written it together. That matters most if one of them
 * supports the other, or if the same person supports both.
 */
function sharedPapers(
  answers: Answers,
  named: NamedPerson[],
  other: { reference: string; process: CaseTypeName; answers: Answers },
): ConflictOfInterest[] {
  const theirs = caseTypes[other.process].namedIn(other.answers)
  const own = doisOf(answers)
  const shared = [...doisOf(other.answers)].filter((doi) => own.has(doi))
  if (shared.length === 0) return []
  const overlap = overlapOf(named, theirs) ?? 'The nominee may be a co-author of the nominee of'
  const papers =
    shared.length === 1
      ? `the same paper (${shared[0]})`
      : `the same ${shared.length} papers (${shared.join(', ')})`
  return [{ kind: 'papers', sentence: `${overlap} ${other.reference}, which lists ${papers}.` }]
}

function overlapOf(named: NamedPerson[], theirs: NamedPerson[]): string | undefined {
  const nominee = theirs.find(({ part }) => part === 'nominee')
  const asSupporter = named.find((one) => one.part !== 'nominee' && nominee && areSame(one, nominee))
  if (asSupporter) return `${called(asSupporter)} is the nominee of`
  const ownNominee = named.find(({ part }) => part === 'nominee')
  const supports = theirs.find((one) => one.part !== 'nominee' && ownNominee && areSame(one, ownNominee))
  if (supports) return `The nominee is ${supports.part} in`
  const both = named.find(
    (one) =>
      one.part !== 'nominee' && theirs.some((their) => their.part !== 'nominee' && areSame(one, their)),
  )
  return both && `${called(both)} also supports`
}

function areSame(one: NamedPerson, other: NamedPerson): boolean {
  return one.emails.some((email) => other.emails.includes(email))
}

/** A DOI is case-insensitive. */
export function doisOf(answers: Answers): Set<string> {
  const dois = rowsOf(answers, 'publications').map(({ doi = '' }) => doi.trim().toLowerCase())
  return new Set(dois.filter(Boolean))
}
