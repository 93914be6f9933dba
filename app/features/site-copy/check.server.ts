import { officeYear } from '#office-time.ts'
import { isDeepStrictEqual } from 'node:util'
import { isComplete, readDraft } from '#features/content/entry/drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { statementSchema } from '#features/certificates/form.ts'
import { toValues } from '#features/people/person-fields.ts'
import { personForm } from '#features/people/person-form.ts'
import { personOf } from '#features/people/person-row.server.ts'
import { settingsSchema } from '#features/settings/settings.ts'
import { BadCopy, fileName, limits, rowsName, tablesOf, type CopyManifest } from './format.ts'
import { copiedTables, rowKeys, rowSchemas, type CopiedTable, type CopiedRow } from './rows.ts'
import type { OpenCopy } from './zip-in.server.ts'

/** Every row of a table, each checked by itself. */
export async function* readRows<T extends CopiedTable>(
  copy: OpenCopy,
  table: T,
): AsyncGenerator<CopiedRow<T>> {
  if (!tablesOf(copy.manifest).includes(table)) return
  let number = 0
  for await (const line of linesOf(copy.stream(rowsName(table)))) {
    number++
    const read = rowSchemas[table].safeParse(parse(line))
    if (!read.success)
      throw new BadCopy(`Line ${number} of “${rowsName(table)}” cannot be read${pathOf(read.error)}.`)
    yield read.data as CopiedRow<T>
  }
}

/** What a person sees about a copy before it is imported. */
export interface CopyContents {
  rows: CopyManifest['rows']
  societyName: string | undefined
  lastChangedAt: number
}

/** Reads everything in the copy and checks its consistency; nothing is written. */
export async function checkRows(copy: OpenCopy, now: Date): Promise<CopyContents> {
  const seen = new Seen()
  const thisYear = officeYear(now)
  for (const table of copiedTables) {
    let count = 0
    let before: unknown[] = []
    for await (const row of readRows(copy, table)) {
      const keys = rowKeys[table].map((key) => (row as Record<string, unknown>)[key])
      if (count > 0 && !isAfter(keys, before)) throw new BadCopy(`The rows of ${table} are out of order.`)
      before = keys
      count++
      checks[table]?.(row as never, seen, thisYear)
    }
    if (count !== copy.manifest.rows[table])
      throw new BadCopy(
        `“${rowsName(table)}” has ${count} rows, and the manifest says ${copy.manifest.rows[table]}.`,
      )
  }
  seen.checkEnd(copy)
  for (const sha256 of seen.pdfs) await checkPdf(copy, sha256)
  const { societyName, lastChangedAt } = seen
  return { rows: copy.manifest.rows, societyName, lastChangedAt }
}

/** What later rows may refer to, and what must be unique. */
class Seen {
  readonly files = new Map<string, number>()
  readonly fileIds = new Set<string>()
  readonly pdfs = new Set<string>()
  readonly people = new Set<string>()
  readonly entries = new Map<string, CopiedRow<'entry'>>()
  readonly versions = new Map<string, number>()
  readonly bodies = new Set<string>()
  readonly rulebooks = new Set<string>()
  readonly rulebookVersions = new Set<string>()
  societyName: string | undefined
  lastChangedAt = 0
  readonly #shared = new Set<string>()

  change(at: number) {
    this.lastChangedAt = Math.max(this.lastChangedAt, at)
  }

  once(what: string, value: string) {
    const key = `${what} ${value}`
    if (this.#shared.has(key)) throw new BadCopy(`Two rows have the same ${what}: “${value}”.`)
    this.#shared.add(key)
  }

  bytes({ sha256, bytes, media_type }: { sha256: string; bytes: number; media_type?: string }) {
    if ((this.files.get(sha256) ?? bytes) !== bytes)
      throw new BadCopy(`Two rows do not agree on the length of the file ${sha256}.`)
    this.files.set(sha256, bytes)
    if (media_type === 'application/pdf') this.pdfs.add(sha256)
  }

  file(id: string) {
    if (!this.fileIds.has(id)) throw new BadCopy(`A row names the file ${id}, which is not in the copy.`)
  }

  checkEnd({ manifest }: OpenCopy) {
    const members = new Map(manifest.members.map(({ name, bytes }) => [name, bytes]))
    for (const [sha256, bytes] of this.files)
      if (members.get(fileName(sha256)) !== bytes)
        throw new BadCopy(`The file ${sha256} is missing from the copy or differs.`)
    if (members.size !== this.files.size + tablesOf(manifest).length)
      throw new BadCopy('The copy contains files that no row names.')
    for (const entry of this.entries.values()) this.#checkEntry(entry)
  }

  #checkEntry({ id, parent_id, head_version, slug }: CopiedRow<'entry'>) {
    if (parent_id !== null && !this.entries.has(parent_id))
      throw new BadCopy(`The entry “${slug}” belongs to an entry that is not in the copy.`)
    if (this.versions.get(id) !== head_version) throw new BadCopy(`The entry “${slug}” is missing versions.`)
  }
}

/** Browsers show PDFs, so what calls itself one has to be one (decision 47). */
async function checkPdf(copy: OpenCopy, sha256: string) {
  for await (const chunk of copy.stream(fileName(sha256))) {
    if (chunk.subarray(0, 5).toString('latin1') === '%PDF-') return
    break
  }
  throw new BadCopy(`The file ${sha256} is not the PDF that its row says.`)
}

type Check<T extends CopiedTable> = (row: CopiedRow<T>, seen: Seen, thisYear: number) => void

const checks: { [T in CopiedTable]?: Check<T> } = {
  rulebook({ id, slug, subject, updated_at }, seen) {
    seen.change(updated_at)
    seen.rulebooks.add(id)
    seen.once('address of a rulebook', slug)
    if (subject !== null) seen.once('subject of a rulebook', subject)
  },
  rulebook_version({ id, rulebook_id, number, published_at }, seen) {
    if (!seen.rulebooks.has(rulebook_id))
      throw new BadCopy(`A version belongs to the rulebook ${rulebook_id}, which is not in the copy.`)
    seen.rulebookVersions.add(id)
    seen.once('version of a rulebook', `${rulebook_id} ${number}`)
    if (published_at === null) seen.once('draft of a rulebook', rulebook_id)
  },
  academy_rule({ version_id, clause }, seen) {
    if (!seen.rulebookVersions.has(version_id))
      throw new BadCopy(`The rule ${clause} belongs to a version that is not in the copy.`)
    seen.once('clause of a rulebook', `${version_id} ${clause}`)
  },
  setting({ name, value, updated_at }, seen) {
    seen.change(updated_at)
    if (name === 'societyName' && typeof value === 'string') seen.societyName = value
    const read = settingsSchema
      .partial()
      .strict()
      .safeParse({ [name]: value })
    if (!read.success) throw new BadCopy(`The setting “${name}” is unknown here, or has a wrong value.`)
  },
  file(row, seen) {
    seen.fileIds.add(row.id)
    seen.bytes(row)
  },
  earlier_file(row, seen) {
    seen.file(row.file_id)
    seen.bytes(row)
  },
  picture_variant(row, seen) {
    seen.file(row.file_id)
    seen.bytes(row)
  },
  person(row, seen, thisYear) {
    seen.change(row.updated_at)
    seen.people.add(row.id)
    seen.once('member number', row.member_no)
    if (row.fellow_no !== null) seen.once('fellow number', row.fellow_no)
    if (row.slug !== null) seen.once('address of a person', row.slug)
    if (row.picture_id !== null) seen.file(row.picture_id)
    const person = personOf(row)
    const read = personForm(thisYear).safeParse(toValues(person))
    const { sample: _, ...written } = person
    if (!read.success || !isDeepStrictEqual(read.data, written))
      throw new BadCopy(
        `The data of the person with the number “${row.member_no}” does not fit the register.`,
      )
  },
  former_person_slug({ slug, person_id }, seen) {
    seen.once('address of a person', slug)
    if (!seen.people.has(person_id))
      throw new BadCopy(`The former address “${slug}” belongs to a person who is not in the copy.`)
  },
  body({ id, slug, updated_at }, seen) {
    seen.change(updated_at)
    seen.bodies.add(id)
    seen.once('address of a body', slug)
  },
  body_term({ body_id, person_id, name }, seen) {
    if (!seen.bodies.has(body_id))
      throw new BadCopy(`The term of “${name}” belongs to a body that is not in the copy.`)
    if (person_id !== null && !seen.people.has(person_id))
      throw new BadCopy(`The term of “${name}” names a person who is not in the copy.`)
  },
  certificate(row, seen) {
    const { number, code, kind, person_id, statement } = row
    seen.once('certificate number', number)
    seen.once('certificate code', code)
    if (row.revoked_at === null) seen.once('holder of a valid certificate', `${kind} ${person_id}`)
    if (!seen.people.has(person_id))
      throw new BadCopy(`The certificate ${number} belongs to a person who is not in the copy.`)
    const said = statementSchema.safeParse(statement).data
    if (said?.kind !== kind || said.number !== number || said.validTo !== row.valid_to)
      throw new BadCopy(`The certificate ${number} does not say what its row says.`)
  },
  entry(row, seen) {
    seen.change(row.updated_at)
    seen.once('address', `${row.kind}/${row.slug}`)
    seen.entries.set(row.id, row)
  },
  entry_version({ entry_id, number, data }, seen) {
    const entry = seen.entries.get(entry_id)
    if (!entry) throw new BadCopy(`A version belongs to the entry ${entry_id}, which is not in the copy.`)
    if (number !== (seen.versions.get(entry_id) ?? 0) + 1)
      throw new BadCopy(`The entry “${entry.slug}” is missing versions.`)
    seen.versions.set(entry_id, number)
    checkData(entry, number, data)
  },
}

function checkData(entry: CopiedRow<'entry'>, number: number, data: unknown) {
  const kind: Kind = entry.kind
  const read = readDraft(kind, data)
  const where = `Version ${number} of the ${kind} “${entry.slug}”`
  if (!read.ok) throw new BadCopy(`${where} does not fit: ${Object.entries(read.errors)[0]?.join(': ')}`)
  if (!isDeepStrictEqual(read.data, data))
    throw new BadCopy(`${where} is not in the format this site writes.`)
  if (number === entry.live_version && !isComplete(kind, read.data))
    throw new BadCopy(`${where} is published but not complete.`)
}

function isAfter(keys: unknown[], before: unknown[]): boolean {
  const at = keys.findIndex((key, index) => key !== before[index])
  if (at < 0) return false
  const [one, other] = [keys[at], before[at]]
  if (typeof one === 'number') return one > Number(other)
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other))) > 0
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of stream) {
    rest += decode(decoder, chunk)
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > limits.lineCharacters) throw new BadCopy('A row of this copy is too long.')
    yield* lines
  }
  if (rest !== '') throw new BadCopy('A table of this copy is not complete.')
}

function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw new BadCopy('A table of this copy is not text.')
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function pathOf({ issues }: { issues: { path: PropertyKey[] }[] }): string {
  const path = issues[0]?.path.join('.')
  return path ? ` (${path.slice(0, 60)})` : ''
}
