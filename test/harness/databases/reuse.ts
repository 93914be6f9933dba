import pg from 'pg'
import { createDatabase, dropDatabase } from '#test/harness/postgres.ts'

/** Databases that this worker's tests gave back. Restoring one takes a tenth of the time of copying the template. */
const idle: string[] = []
const rowsRemoved = new Map<string, number>()

/** Removed rows stay in the files of a table, and nothing vacuums them here. */
const mostRowsRemoved = 5000

/** A copy of the template that no other test uses, new or restored. */
export async function takeDatabase(serverUrl: string, templateUrl: string) {
  const address = idle.pop() ?? (await createDatabase(serverUrl, templateUrl))
  pristine ??= inDatabase(address, readPristine)
  await pristine
  return { address, giveBack: () => giveBack(address) }
}

async function giveBack(address: string) {
  const isRestored = await inDatabase(address, restore).catch(() => false)
  if (isRestored) idle.push(address)
  else await dropDatabase(address)
}

/** What a copy is like before a test: its tables, functions and triggers, and the statements that restore its rows. */
type Pristine = { shape: string; statements: string }
let pristine: Promise<Pristine> | undefined

async function readPristine(client: pg.Client): Promise<Pristine> {
  const tables = await list(
    client,
    `select relname from pg_class where relkind = 'r' and ${ours('relnamespace')}`,
  )
  const removals = tables.map((table) => `delete from "${table}"`)
  const rows = await Promise.all(tables.map((table) => insertion(client, table)))
  const sequences = await list(
    client,
    `select format('select setval(%L, %s, %L)', quote_ident(sequencename), coalesce(last_value, start_value), last_value is not null)
     from pg_sequences where schemaname = 'public'`,
  )
  // Without this, triggers would refuse to remove entries of the audit trail.
  const setUp = 'set session_replication_role = replica'
  const { shape } = await readState(client)
  return { shape, statements: [setUp, ...removals, ...rows.flat(), ...sequences].join(';\n') }
}

/** The statement that inserts the rows that a table has now, if it has any. */
async function insertion(client: pg.Client, table: string): Promise<string[]> {
  const [rows] = await list(client, `select json_agg(t)::text from "${table}" t`)
  if (!rows) return []
  const columns = await list(
    client,
    `select quote_ident(attname) from pg_attribute
     where attrelid = '"${table}"'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const from = `json_populate_recordset(null::"${table}", ${client.escapeLiteral(rows)})`
  return [
    `insert into "${table}" (${columns.join()}) overriding system value select ${columns.join()} from ${from}`,
  ]
}

/** False if someone still uses the database, or a test changed more than rows. */
async function restore(client: pg.Client, address: string): Promise<boolean> {
  const { shape, statements } = await pristine!
  const state = await readState(client)
  if (state.others > 0 || state.shape !== shape) return false
  const results = (await client.query(statements)) as unknown as pg.QueryResult[]
  const removed = results.filter(({ command }) => command === 'DELETE').map(({ rowCount }) => rowCount ?? 0)
  const total = removed.reduce((sum, count) => sum + count, rowsRemoved.get(address) ?? 0)
  rowsRemoved.set(address, total)
  return total < mostRowsRemoved
}

/** Each change of the schema adds or removes a row of a catalogue, or writes one in a later transaction. */
async function readState(client: pg.Client): Promise<{ shape: string; others: number }> {
  const catalogues = ['attribute', 'attrdef', 'constraint', 'index', 'proc', 'trigger']
  const shapes = catalogues.map(
    (name) => `(select count(*) || '-' || max(xmin::text::bigint) from pg_${name})`,
  )
  const { rows } = await client.query<{ shape: string; others: number }>(
    `select concat_ws(' ', ${shapes.join()}) as shape,
       (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as others`,
  )
  return rows[0]!
}

async function list(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' })
  return rows.map(([value]) => value)
}

const ours = (column: string) => `${column} = 'public'::regnamespace`

async function inDatabase<Result>(
  address: string,
  work: (client: pg.Client, address: string) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client, address)
  } finally {
    await client.end()
  }
}
