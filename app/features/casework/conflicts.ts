import type { CaseTypeName } from '#db/schema/tables.ts'
import { rowsOf, textOf, type Answers } from '#features/forms/questions.ts'
import { addressKey, type Named, type PartIn } from '#features/cases/people.ts'
import { caseTypes } from './case-types.ts'

/** Conflicts of interest that a machine can detect. It finds them; people judge them. */

export interface ConflictOfInterest {
  kind: 'institution' | 'staff' | 'papers'
  sentence: string
}

export interface Compared {
  process: CaseTypeName
  answers: Answers
  /** Other nominations that name some of the same people. */
  others: readonly { reference: string; process: CaseTypeName; answers: Answers }[]
  staffEmails: readonly string[]
}

export function findConflicts({
  process: caseType,
  answers,
  others,
  staffEmails,
}: Compared): ConflictOfInterest[] {
  const named = caseTypes[caseType].namedIn(answers)
  return [
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

function called({ part, name }: Named): string {
  return `${whose[part]}${name ? ` ${name}` : ''}`
}

/** The nominee's current institutions: the one in the form, and positions without an end. */
function sameInstitution(answers: Answers, named: Named[]): ConflictOfInterest[] {
  const held = rowsOf(answers, 'positions').filter(({ to }) => !to)
  const own = new Set(
    [textOf(answers, 'institution'), ...held.map(({ institution = '' }) => institution)]
      .map(plainName)
      .filter(Boolean),
  )
  return named
    .filter(({ part, institution }) => part !== 'nominee' && own.has(plainName(institution)))
    .filter(({ part }) => part !== 'applicant')
    .map((one) => ({
      kind: 'institution',
      sentence: `${called(one)} is at the nominee’s institution, ${one.institution}.`,
    }))
}

function onStaff(named: Named[], staff: Set<string>): ConflictOfInterest[] {
  return named
    .filter(({ emails }) => emails.some((email) => staff.has(email)))
    .map((one) => ({ kind: 'staff', sentence: `${called(one)} is a member of staff of this site.` }))
}

/**
 * Nominees of two nominations that name the same paper wrote it together. That matters if one of them supports the
 * other, or if the same person supports both.
 */
function sharedPapers(
  answers: Answers,
  named: Named[],
  other: { reference: string; process: CaseTypeName; answers: Answers },
): ConflictOfInterest[] {
  const theirs = caseTypes[other.process].namedIn(other.answers)
  const own = doisOf(answers)
  const shared = [...doisOf(other.answers)].filter((doi) => own.has(doi))
  if (shared.length === 0) return []
  const overlap = overlapOf(named, theirs)
  if (!overlap) return []
  const papers =
    shared.length === 1 ? `the paper ${shared[0]}` : `${shared.length} papers (${shared.join(', ')})`
  return [
    { kind: 'papers', sentence: `${overlap} ${other.reference}, which names ${papers} as this one does.` },
  ]
}

function overlapOf(named: Named[], theirs: Named[]): string | undefined {
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

function areSame(one: Named, other: Named): boolean {
  return one.emails.some((email) => other.emails.includes(email))
}

/** A DOI is case-insensitive. */
function doisOf(answers: Answers): Set<string> {
  const dois = rowsOf(answers, 'publications').map(({ doi = '' }) => doi.trim().toLowerCase())
  return new Set(dois.filter(Boolean))
}

function plainName(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return words?.filter((word) => word !== 'the').join(' ') ?? ''
}
