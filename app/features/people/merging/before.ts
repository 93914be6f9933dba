import type { PersonContact } from '#features/people/contacts/queries.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import type { TakenOver } from './taken-over.server.ts'

/** How things were before a merge. */
export interface BeforeMerge {
  main: NewPerson
  /** Null if the main entry had no page. */
  mainSlug: string | null
  mainContact: PersonContact
  /** The version of the contact that the merge left; absent in older merges. */
  contactAfter?: number
  duplicate: { fellowNo: string | null; slug: string | null }
  /** What belonged to the duplicate entry. */
  certificates: string[]
  cases: string[]
  formerSlugs: string[]
  /** Terms in bodies; absent in merges from before there were any. */
  bodyTerms?: string[]
  /** Requests on the own page; absent in older merges. */
  ownRequests?: string[]
  /** The ORCID iD that the main entry took over. */
  orcid?: string | null
  /** Absent in older merges. */
  takenOver?: TakenOver
}

/** Older merges raised the version whenever the other entry had a contact. */
export function contactVersionAfter(
  { contactAfter, mainContact }: BeforeMerge,
  duplicate: PersonContact,
): number {
  return contactAfter ?? mainContact.version + (duplicate.version === 0 ? 0 : 1)
}

/** The main entry, with what only the other one says. The numbers of the main entry stay. */
export function merged(main: NewPerson, duplicate: NewPerson): NewPerson {
  const takesGrade = main.grade == null && duplicate.grade != null
  const isOfSameGrade = main.grade != null && main.grade === duplicate.grade
  return {
    ...main,
    title: main.title ?? duplicate.title,
    since: Math.min(main.since, duplicate.since),
    specialisation: main.specialisation ?? duplicate.specialisation,
    institution: main.institution ?? duplicate.institution,
    city: main.city ?? duplicate.city,
    state: main.state ?? duplicate.state,
    citation: main.citation ?? duplicate.citation,
    webPage: main.webPage ?? duplicate.webPage,
    diedYear: main.diedYear ?? duplicate.diedYear,
    ...(takesGrade && {
      grade: duplicate.grade,
      electedYear: duplicate.electedYear,
      fellowNo: main.fellowNo ?? duplicate.fellowNo,
    }),
    ...(isOfSameGrade && {
      electedYear: main.electedYear ?? duplicate.electedYear,
      fellowNo: main.fellowNo ?? duplicate.fellowNo,
    }),
    // Someone agreed to be listed under one of the two.
    listed: main.listed || duplicate.listed,
    sample: main.sample === true && duplicate.sample === true,
  }
}
