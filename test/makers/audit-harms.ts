import type { Anchor } from '#features/audit/anchors.server.ts'
import { hashOfDetails, hashOfEntry } from '#features/audit/chain.ts'
import { erasureAction } from '#features/audit/erasure.ts'
import type { Pick, Trail } from './audit-trail.ts'

export const trailBegan = Date.UTC(1995, 0, 2, 9)

/** What a manipulation did, and which entries may be named as the first bad one. */
export interface Harm {
  kind: string
  first: number
  last?: number
}

/** Manipulates the trail in a way that the numbers choose. Each way definitely changes something. */
export function harm(trail: Trail, anchors: Anchor[], pick: Pick): Harm {
  const kinds = Object.keys(harms)
  const kind = kinds[pick(kinds.length)] ?? ''
  return { kind, ...harms[kind]?.(trail, anchors, pick) } as Harm
}

const harms: Record<string, (trail: Trail, anchors: Anchor[], pick: Pick) => Omit<Harm, 'kind'>> = {
  'delete an entry': (trail, _, pick) => {
    const [entry] = trail.entries.splice(pick(trail.entries.length), 1)
    if (pick(2) === 0) trail.details = trail.details.filter((detail) => detail.seq !== entry!.seq)
    return { first: entry!.seq }
  },
  'delete an entry and close the gap': (trail, _, pick) => {
    const [entry] = trail.entries.splice(pick(trail.entries.length), 1)
    trail.details = trail.details.filter((detail) => detail.seq !== entry!.seq)
    for (const row of [...trail.entries, ...trail.details]) if (row.seq > entry!.seq) row.seq--
    return { first: entry!.seq }
  },
  'edit a field': (trail, _, pick) => {
    const entry = any(trail.entries, pick)
    editField(entry, pick)
    return { first: entry.seq }
  },
  'edit a field and its hash': (trail, _, pick) => {
    const entry = any(trail.entries, pick)
    entry.actor = `staff:x${pick(1000)}`
    entry.hash = hashOfEntry(entry)
    return { first: entry.seq }
  },
  'edit details': (trail, _, pick) => {
    const detail = any(trail.details, pick)
    if (pick(2) === 0) detail.body = `${detail.body} `
    else detail.salt = flip(detail.salt, pick)
    return { first: detail.seq }
  },
  'edit details and their hash': (trail, _, pick) => {
    const detail = any(trail.details, pick)
    detail.body = '{}'
    const entry = trail.entries.find((entry) => entry.seq === detail.seq)
    entry!.details_hash = hashOfDetails(detail.salt, detail.body)
    return { first: detail.seq }
  },
  'delete details': (trail, _, pick) => {
    const [detail] = trail.details.splice(pick(trail.details.length), 1)
    return { first: detail!.seq }
  },
  'exchange details': (trail, _, pick) => {
    const [one, two] = twoOf(trail.details, pick)
    const { salt, body } = one
    Object.assign(one, { salt: two.salt, body: two.body })
    Object.assign(two, { salt, body })
    return { first: Math.min(one.seq, two.seq) }
  },
  'reorder two entries': (trail, _, pick) => {
    const [one, two] = twoOf(trail.entries, pick)
    const { seq } = one
    one.seq = two.seq
    two.seq = seq
    if (pick(2) === 0) [one.previous_hash, two.previous_hash] = [two.previous_hash, one.previous_hash]
    return { first: Math.min(one.seq, two.seq) }
  },
  'insert an entry that fits what is before it': (trail, _, pick) => {
    const index = pick(trail.entries.length)
    const seq = trail.entries[index]!.seq
    for (const row of [...trail.entries, ...trail.details]) if (row.seq >= seq) row.seq++
    trail.entries.splice(index, 0, forge(seq, trail.entries[index - 1]?.hash ?? ''))
    trail.details.push({ seq, salt: '', body: '{}' })
    return { first: seq }
  },
  'insert an entry after the end': (trail, _, pick) => {
    const seq = trail.entries.length + 1 + pick(3)
    trail.entries.push(forge(seq, trail.entries.at(-1)!.hash))
    return { first: trail.entries.length, last: seq }
  },
  'insert an entry before the first': (trail, _, pick) => {
    const seq = -pick(5)
    trail.entries.unshift(forge(seq, ''))
    return { first: seq }
  },
  'cut off the end': (trail, _, pick) => ({ first: cutOff(trail, pick) }),
  'restore an older database': (trail, _, pick) => {
    const first = cutOff(trail, pick)
    setHead(trail)
    return { first }
  },
  'restore an older database and continue writing': (trail, anchors, pick) => {
    const first = cutOff(trail, pick)
    const until = first + 15
    while (trail.entries.length < until) {
      const seq = trail.entries.length + 1
      trail.entries.push(forge(seq, trail.entries.at(-1)?.hash ?? ''))
      trail.details.push({ seq, salt: '', body: '{}' })
    }
    setHead(trail)
    return { first, last: nextAnchor(anchors, first) }
  },
  'rewrite the whole chain from an entry on': (trail, anchors, pick) => {
    const index = pick(trail.entries.length)
    trail.entries[index]!.actor = 'staff:nobody'
    for (const entry of trail.entries.slice(index)) {
      entry.previous_hash = trail.entries[entry.seq - 2]?.hash ?? ''
      entry.hash = hashOfEntry(entry)
    }
    setHead(trail)
    return { first: index + 1, last: nextAnchor(anchors, index + 1) }
  },
  'rewrite the whole chain without one entry': (trail, anchors, pick) => {
    const index = pick(trail.entries.length - 1)
    rewriteWithout(trail, index)
    return { first: index + 1, last: nextAnchor(anchors, index + 1) }
  },
  'change the head': (trail, _, pick) => {
    const head = trail.head[0]!
    const end = trail.entries.length
    const way = pick(3)
    if (way === 0) head.hash = flip(head.hash, pick)
    if (way === 1) head.seq += 1 + pick(5)
    if (way === 2) head.seq -= 1 + pick(5)
    return { first: way === 2 ? head.seq : end, last: end + 1 }
  },
  'delete the head': (trail) => {
    trail.head = []
    return { first: 0 }
  },
  'empty the trail': (trail) => {
    trail.entries = []
    trail.details = []
    trail.head[0]!.seq = 0
    trail.head[0]!.hash = ''
    return { first: 1 }
  },
  'claim an erasure that never was': (trail, _, pick) => {
    const act = trail.entries.find((entry) => entry.action === erasureAction)!
    const reported = trail.details.find((detail) => detail.seq === act.seq)!
    const other = any(
      trail.details.filter((detail) => detail.seq < act.seq),
      pick,
    )
    trail.details.splice(trail.details.indexOf(other), 1)
    reported.body = JSON.stringify({ ...(JSON.parse(reported.body) as object), of: { seqs: [other.seq] } })
    act.details_hash = hashOfDetails(reported.salt, reported.body)
    return { first: trail.entries.find((entry) => entry.subject === act.subject)!.seq, last: act.seq }
  },
}

/** Removes an entry and makes everything after it fit again, up to the head. */
export function rewriteWithout(trail: Trail, index: number): void {
  trail.entries.splice(index, 1)
  trail.details = trail.details.filter((detail) => detail.seq !== index + 1)
  for (const row of [...trail.entries, ...trail.details]) if (row.seq > index + 1) row.seq--
  for (const entry of trail.entries.slice(index)) {
    entry.previous_hash = trail.entries[entry.seq - 2]?.hash ?? ''
    entry.hash = hashOfEntry(entry)
  }
  setHead(trail)
}

function any<T>(rows: T[], pick: Pick): T {
  return rows[pick(rows.length)]!
}

function twoOf<T>(rows: T[], pick: Pick): [T, T] {
  const first = pick(rows.length)
  const second = (first + 1 + pick(rows.length - 1)) % rows.length
  return [rows[first]!, rows[second]!]
}

function editField(entry: Trail['entries'][number], pick: Pick) {
  const names = ['actor', 'action', 'subject', 'details_hash', 'previous_hash', 'hash'] as const
  const name = names[pick(names.length + 1)]
  if (name === undefined) entry.at += 1 + pick(1_000_000)
  else entry[name] = flip(entry[name] || 'x', pick)
}

function flip(text: string, pick: Pick): string {
  const index = pick(text.length)
  return `${text.slice(0, index)}${text[index] === 'a' ? 'b' : 'a'}${text.slice(index + 1)}`
}

function cutOff(trail: Trail, pick: Pick): number {
  const saved = pick(trail.entries.length)
  trail.entries.length = saved
  trail.details = trail.details.filter((detail) => detail.seq <= saved)
  return saved + 1
}

function setHead(trail: Trail) {
  const last = trail.entries.at(-1)
  Object.assign(trail.head[0]!, { seq: last?.seq ?? 0, hash: last?.hash ?? '' })
}

function nextAnchor(anchors: Anchor[], seq: number): number {
  return anchors.find((anchor) => anchor.seq >= seq)?.seq ?? Infinity
}

function forge(seq: number, previous_hash: string) {
  const details_hash = hashOfDetails('', '{}')
  const entry = {
    seq,
    at: trailBegan,
    actor: 'system',
    action: 'thing.forged',
    subject: 'thing:t1',
    details_hash,
    previous_hash,
  }
  return { ...entry, hash: hashOfEntry(entry) }
}
