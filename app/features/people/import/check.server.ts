import { officeYear } from '#office-time.ts'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { ContactValues } from '#features/people/contacts/contact-fields.ts'
import { contactValuesForm } from '#features/people/contacts/form.ts'
import { emptyValues, personFields, type PersonValues } from '#features/people/person-fields.ts'
import { personForm } from '#features/people/person-form.ts'
import { fullName, numberKey } from '#features/people/register.ts'
import { printProblem } from '#features/people/printable-text.ts'
import type { Mapping } from './fields.ts'
import type { StoredCells } from './queries.server.ts'
import { contactIn, valuesOf } from './read-values.ts'
import { RegisterIndex } from './register-index.ts'
import { lockImport, nextCells, nextRows, putRows, type ImportRow } from './rows.server.ts'
import { fileRowMark, type RowDecision, type MatchKind } from './workflow.ts'

/**
 * The dry run: what each row would do, what is wrong with it, and who in the register it may be about. Interrupted work
 * continues after the last row that was checked. `rest` is called between two transactions, and says whether to go on.
 */
export async function checkImport(
  db: Db,
  id: string,
  now: Date,
  rest: (workedMs: number) => Promise<boolean> = yieldAndContinue,
): Promise<'over' | 'interrupted'> {
  const known = await findCheck(db, id)
  if (!known) return 'over'
  const seen: CheckedSoFar = {
    mapping: known.mapping,
    index: await indexRegister(db),
    file: new RegisterIndex(),
    numbers: new Map<string, number>(),
    fellows: new Map<string, number>(),
  }
  await indexFile(db, id, known.done, seen)
  for (let done = known.done; ; done += rowsAtOnce) {
    const startedAt = performance.now()
    if (!(await checkSome(db, id, done, seen, now))) return 'over'
    if (!(await rest(performance.now() - startedAt))) return 'interrupted'
  }
}

const rowsAtOnce = 250
const rowsReadAtOnce = 2000

async function yieldAndContinue(): Promise<boolean> {
  await yieldToOthers()
  return true
}

async function findCheck(db: Db, id: string) {
  const row = await db
    .selectFrom('people_import')
    .select(['mapping', 'done_count as done'])
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .executeTakeFirst()
  return row?.mapping ? { mapping: row.mapping, done: row.done } : undefined
}

interface CheckedSoFar {
  mapping: string
  index: RegisterIndex
  /** The file itself, by the numbers of its rows. */
  file: RegisterIndex
  /** Where in the file each number occurred first. */
  numbers: Map<string, number>
  fellows: Map<string, number>
}

/** Returns whether there is more to do. Others write to the database until the rows have been judged. */
async function checkSome(db: Db, id: string, done: number, seen: CheckedSoFar, now: Date): Promise<boolean> {
  const rows = await nextRows(db, id, done, rowsAtOnce)
  const mapping = fromJson<Mapping>(seen.mapping)
  const read = rows.map((row) => ({ row, ...readRow(row.cells, mapping, now) }))
  const holders = await findHolders(db, read)
  const judged = read.map((one) => ({ ...one.row, ...judge(one, holders, seen), result: null }))
  return inTransaction(db, async (db) => {
    const known = await lockImport(db, id, 'checking')
    // Someone may have cancelled the check, and started another one with other columns.
    if (!known || known.mapping !== seen.mapping || known.done_count !== done) return false
    await putRows(db, judged)
    const isLast = rows.length < rowsAtOnce
    await db
      .updateTable('people_import')
      .set({ done_count: done + rows.length, updated_at: now.getTime(), ...(isLast && { state: 'checked' }) })
      .where('id', '=', id)
      .execute()
    return !isLast
  })
}

interface Read {
  fileRow: number
  values: Partial<PersonValues>
  /** What is wrong if the row is a new person. */
  problem: string | undefined
  contactProblem: string | undefined
}

function readRow(text: string, mapping: Mapping, now: Date): Read {
  const [fileRow, ...cells] = fromJson<StoredCells>(text)
  const values = valuesOf(cells, mapping)
  const read = personForm(officeYear(now)).safeParse(withDefaults(values, mapping))
  const contact = contactValuesForm.safeParse({ ...noContact, ...contactIn(cells, mapping) })
  return {
    ...{ fileRow, values },
    problem: read.success ? undefined : sentencesOf(read.error.issues),
    contactProblem: contact.success ? undefined : sentencesOf(contact.error.issues),
  }
}

const noContact: ContactValues = { email: '', phone: '', postalAddress: '' }

/** A new person gets the defaults wherever the row is empty. */
export function withDefaults(values: Partial<PersonValues>, { defaults }: Mapping): PersonValues {
  return { ...emptyValues, ...defaults, ...values }
}

/** The first error of each field. */
export function sentencesOf(issues: { path: PropertyKey[]; message: string }[]): string {
  const first = issues.filter(({ path }, at) => issues.findIndex((one) => one.path[0] === path[0]) === at)
  return first.map(({ message }) => message).join(' ')
}

interface Holder {
  id: string
  memberNo: string
  isBinned: boolean
}

/** Who in the register, including deleted people, has the numbers of these rows. */
async function findHolders(db: Db, rows: Read[]) {
  const keys = rows.map(({ values }) => numberKey(values.memberNo ?? '')).filter(Boolean)
  const fellowNos = rows.flatMap(({ values }) => values.fellowNo ?? [])
  const byNumber = await db
    .selectFrom('person')
    .select(['id', 'member_no', 'number_key', 'binned_at'])
    .where('number_key', 'in', ['', ...keys])
    .execute()
  const byFellow = await db
    .selectFrom('person')
    .select(['id', 'fellow_no'])
    .where('fellow_no', 'in', ['', ...fellowNos])
    .execute()
  const numbers = new Map<string, Holder[]>()
  for (const row of byNumber) {
    const holder = { id: row.id, memberNo: row.member_no, isBinned: row.binned_at !== null }
    numbers.set(row.number_key, [...(numbers.get(row.number_key) ?? []), holder])
  }
  return { numbers, fellows: new Map(byFellow.map((row) => [row.fellow_no, row.id])) }
}

type Judged = Pick<ImportRow, 'person' | 'problem' | 'match_id' | 'match_kind' | 'decision'>

function judge(read: Read, holders: Awaited<ReturnType<typeof findHolders>>, seen: CheckedSoFar): Judged {
  const { values } = read
  const match = findMatch(read, holders.numbers, seen)
  const wrong = findProblem(read, match, holders.fellows, seen)
  const decision: RowDecision = match ? usualDecisions[match.kind] : 'add'
  return {
    person: toJson(values),
    problem: wrong ?? null,
    match_id: match?.id ?? null,
    match_kind: match?.kind ?? null,
    decision,
  }
}

/** A number is a safe match; a similar name is only a hint. */
const usualDecisions: Record<MatchKind, RowDecision> = { number: 'update', name: 'skip' }

interface Match {
  id: string
  kind: MatchKind
  isBinned: boolean
}

function findMatch(
  { fileRow, values }: Read,
  numbers: Map<string, Holder[]>,
  { index, file }: CheckedSoFar,
): Match | undefined {
  const holders = numbers.get(numberKey(values.memberNo ?? '')) ?? []
  const holder = holders.find(({ memberNo }) => memberNo === values.memberNo) ?? holders[0]
  if (holder) return { id: holder.id, kind: 'number', isBinned: holder.isBinned }
  const person = namedIn(values)
  if (person.name === '') return undefined
  const known = index.find(person)
  if (known !== undefined) return { id: known, kind: 'name', isBinned: false }
  const earlier = file.find(person, (row) => Number(row) < fileRow)
  return earlier === undefined ? undefined : { id: fileRowMark + earlier, kind: 'name', isBinned: false }
}

function namedIn(values: Partial<PersonValues>) {
  const name = fullName({ givenName: values.givenName ?? '', familyName: values.familyName ?? '' })
  return { name, institution: values.institution ?? null }
}

function findProblem(
  { fileRow, values, problem, contactProblem }: Read,
  match: Match | undefined,
  fellows: Map<string | null, string>,
  seen: CheckedSoFar,
): string | undefined {
  const twice = findTwin(values, fileRow, seen)
  if (twice !== undefined) return twice
  if (match?.isBinned)
    return 'A person removed from the register has this member number. Restore that person first.'
  const holder = values.fellowNo === undefined ? undefined : fellows.get(values.fellowNo)
  if (holder !== undefined && holder !== match?.id)
    return 'Someone else in the register has this fellow number.'
  // An update leaves out what the row does not say; only what it says must be valid.
  const wrong = match?.kind === 'number' && problem !== undefined ? problemOfValues(values) : problem
  return wrong ?? contactProblem ?? printProblem(personFields.citation.label, values.citation ?? '')
}

function problemOfValues(values: Partial<PersonValues>): string | undefined {
  const sound: PersonValues = {
    ...emptyValues,
    memberNo: 'X-1',
    familyName: 'X',
    since: '1900',
    discipline: 'X',
    country: 'X',
    grade: values.electedYear ? 'fellow' : '',
  }
  const read = personForm(9999).safeParse({ ...sound, ...values })
  return read.success ? undefined : sentencesOf(read.error.issues)
}

/** Remembers the numbers of a row, or says which row had one of them before. */
function findTwin(
  { memberNo = '', fellowNo = '' }: Partial<PersonValues>,
  fileRow: number,
  { numbers, fellows }: Pick<CheckedSoFar, 'numbers' | 'fellows'>,
): string | undefined {
  const twice = firstRowWith(numbers, numberKey(memberNo), fileRow)
  if (twice !== undefined) return `Row ${twice} has the same member number.`
  const fellowTwice = firstRowWith(fellows, fellowNo, fileRow)
  return fellowTwice === undefined ? undefined : `Row ${fellowTwice} has the same fellow number.`
}

function firstRowWith(met: Map<string, number>, key: string, fileRow: number): number | undefined {
  if (key === '') return undefined
  const first = met.get(key)
  if (first === undefined) met.set(key, fileRow)
  return first
}

/** Who is in the file, to find duplicates, and the numbers of the rows that were checked before. */
async function indexFile(db: Db, id: string, checked: number, seen: CheckedSoFar): Promise<void> {
  const mapping = fromJson<Mapping>(seen.mapping)
  for (let done = 0; ; done += rowsReadAtOnce) {
    const rows = await nextCells(db, id, done, rowsReadAtOnce)
    for (const { number, cells } of rows) {
      const [fileRow, ...own] = fromJson<StoredCells>(cells)
      const values = valuesOf(own, mapping)
      seen.file.add({ id: String(fileRow), ...namedIn(values) })
      if (number <= checked) findTwin(values, fileRow, seen)
    }
    if (rows.length < rowsReadAtOnce) break
    await yieldToOthers()
  }
  seen.file.ready()
}

/** Everyone in the register, to find possible duplicates. */
export async function indexRegister(db: Db): Promise<RegisterIndex> {
  const index = new RegisterIndex()
  let last = ''
  for (;;) {
    const rows = await db
      .selectFrom('person')
      .select(['id', 'given_name', 'family_name', 'institution'])
      .where('binned_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(2000)
      .execute()
    for (const row of rows)
      index.add({
        id: row.id,
        name: fullName({ givenName: row.given_name, familyName: row.family_name }),
        institution: row.institution,
      })
    if (rows.length < 2000) return index.ready()
    last = rows.at(-1)?.id ?? ''
    await yieldToOthers()
  }
}
