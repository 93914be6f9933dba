import { data } from 'react-router'
import type { BodyTerm } from '#features/bodies/body.ts'
import { readDayQuery } from '#features/bodies/form.ts'
import { findFirstDay, findPublicBody, listMembersOn, type Body } from '#features/bodies/queries.server.ts'
import { describeQuorum, quorumOf, readQuorum } from '#features/bodies/quorum.ts'
import { officeDay } from '#office-time.ts'

export interface ShownBody {
  name: string
  kind: Body['kind']
  purpose: string | null
  day: string
  isToday: boolean
  members: BodyTerm[]
  firstDay: string | null
  quorum: string | null
}

/** A body as its public page shows it on the day in the address, today if there is none. */
export async function readShownBody(
  db: Parameters<typeof findPublicBody>[0],
  slug: string,
  url: URL,
  now: Date,
): Promise<ShownBody | undefined> {
  const read = readDayQuery(url.searchParams)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const body = await findPublicBody(db, slug)
  if (!body) return undefined
  const today = officeDay(now)
  const day = read.query.on ?? today
  const members = await listMembersOn(db, body.id, day)
  const { name, kind, purpose } = body
  const rule = readQuorum(body.quorum ?? '')
  return {
    ...{ name, kind, purpose, day, members },
    isToday: day === today,
    firstDay: await findFirstDay(db, body.id),
    quorum: rule ? quorumText(rule, members.length) : null,
  }
}

function quorumText(rule: NonNullable<ReturnType<typeof readQuorum>>, members: number): string {
  const words = describeQuorum(rule)
  return rule.kind === 'number' || members === 0 ? words : `${words}, now ${quorumOf(rule, members)}`
}
