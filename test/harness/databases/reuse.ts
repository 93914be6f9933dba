import pg from 'pg'
import { createDatabase, dropDatabase } from '#test/harness/postgres.ts'

/** A database and the connection that restores it: a new one would read the catalogue of all tables each time. */
type Reused = { address: string; client: pg.Client; rowsRemoved: number }

/** Databases that this worker's tests gave back. Restoring one takes a tenth of the time of copying the template. */
const idle: Reused[] = []

/** Removed rows stay in the files of a table, and nothing vacuums them here. */
const maxRowsRemoved = 5000

/** A copy of the template that no other test uses, new or restored. */
export async function takeDatabase(serverUrl: string, templateUrl: string) {
  const database = idle.pop() ?? (await connectTo(await createDatabase(serverUrl, templateUrl)))
  pristine ??= readPristine(database.client)
  await pristine
  return { address: database.address, giveBack: () => giveBack(database) }
}

async function connectTo(address: string): Promise<Reused> {
  const client = new pg.Client({ connectionString: address })
  // A test may end every connection to its database; restoring it fails then.
  client.on('error', () => undefined)
  await client.connect()
  // Without this, triggers would refuse to remove entries of the audit trail.
  await client.query('set session_replication_role = replica')
  // The types of pg lack this property.
  ;(client as pg.Client & { unref: () => void }).unref()
  return { address, client, rowsRemoved: 0 }
}

async function giveBack(database: Reused) {
  const isRestored = await restore(database).catch(() => false)
  if (isRestored) return void idle.push(database)
  await database.client.end()
  await dropDatabase(database.address)
}

/** What a copy is like before a test: its tables, functions and triggers, and the statements that insert its rows. */
type Pristine = { shape: string; insertions: string[] }
let pristine: Promise<Pristine> | undefined

async function readPristine(client: pg.Client): Promise<Pristine> {
  const tables = await list(
    client,
    `select relname from pg_class where relkind = 'r' and ${ours('relnamespace')}`,
  )
  const rows: string[] = []
  for (const table of tables) rows.push(...(await insertion(client, table)))
  const sequences = await list(
    client,
    `select format('select setval(%L, %s, %L)', quote_ident(sequencename), coalesce(last_value, start_value), last_value is not null)
     from pg_sequences where schemaname = 'public'`,
  )
  const { shape } = await readState(client)
  return { shape, insertions: [...rows, ...sequences] }
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
async function restore(database: Reused): Promise<boolean> {
  const { client } = database
  const { shape, insertions } = await pristine!
  const state = await readState(client)
  if (state.others > 0 || state.shape !== shape) return false
  const removals = state.used.map((table) => `delete from "${table}"`)
  const statements = [...removals, ...insertions].join(';\n')
  const results = (await client.query(statements)) as unknown as pg.QueryResult[]
  const removed = results.filter(({ command }) => command === 'DELETE').map(({ rowCount }) => rowCount ?? 0)
  database.rowsRemoved += removed.reduce((sum, count) => sum + count, 0)
  return database.rowsRemoved < maxRowsRemoved
}

type State = {
  /** Each change of the schema adds or removes a row of a catalogue, or writes one in a later transaction. */
  shape: string
  /** How many others use the database. */
  others: number
  /** The tables that have had rows: few of all. */
  used: string[]
}

async function readState(client: pg.Client): Promise<State> {
  const catalogues = ['attribute', 'attrdef', 'constraint', 'index', 'proc', 'trigger']
  const shapes = catalogues.map(
    (name) => `(select count(*) || '-' || max(xmin::text::bigint) from pg_${name})`,
  )
  const { rows } = await client.query<State>(
    `select concat_ws(' ', ${shapes.join()}) as shape,
       (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as others,
       (select json_agg(relname) from pg_class
        where relkind = 'r' and ${ours('relnamespace')} and pg_relation_size(oid) > 0) as used`,
  )
  return rows[0]!
}

async function list(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' })
  return rows.map(([value]) => value)
}

const ours = (column: string) => `${column} = 'public'::regnamespace`
