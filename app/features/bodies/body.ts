import type { BodyKind, BodyPost, Capability } from '#db/schema/tables.ts'

export type { Capability }

/** A committee, council, section or electorate of the Academy, and how its members are named. */

export const bodyKinds: Record<BodyKind, string> = {
  committee: 'Committee',
  council: 'Council',
  section: 'Section',
  electorate: 'Electorate',
}

export const bodyPosts: Record<BodyPost, string> = {
  chair: 'Chair',
  deputy: 'Deputy chair',
  secretary: 'Secretary',
  member: 'Member',
}

/** What a body can allow its members, as administrators read it. */
export const capabilityLabels: Record<Capability, string> = {
  office: 'Office: work on cases and payments',
  reviewer: 'Reviewer: will review cases, which is not possible yet',
  chair: 'Chair: the chair and the deputy read statistics about cases',
  teller: 'Teller: will count ballots, which is not possible yet',
  council: 'Council: read statistics about cases; will decide on cases, which is not possible yet',
  auditor: 'Auditor: read statistics about cases',
}

/** In the order of a list of members. */
export const postOrder: readonly BodyPost[] = ['chair', 'deputy', 'secretary', 'member']

/** The body whose members the page of the Executive Council shows. */
export const councilSlug = 'executive-council'

export function bodyAddress(slug: string): string {
  return slug === councilSlug ? '/iaps/executive-council' : `/iaps/bodies/${slug}`
}

export interface BodyTerm {
  id: string
  name: string
  post: BodyPost
  office: string | null
  institution: string | null
  startsOn: string
  endsOn: string | null
}

export function isOnDay({ startsOn, endsOn }: Pick<BodyTerm, 'startsOn' | 'endsOn'>, day: string): boolean {
  return startsOn <= day && (endsOn === null || endsOn >= day)
}

/** Whether two terms have a day in common. */
export function doOverlap(
  one: Pick<BodyTerm, 'startsOn' | 'endsOn'>,
  other: Pick<BodyTerm, 'startsOn' | 'endsOn'>,
): boolean {
  return (
    (one.endsOn === null || one.endsOn >= other.startsOn) &&
    (other.endsOn === null || other.endsOn >= one.startsOn)
  )
}
