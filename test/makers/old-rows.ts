import { sql } from 'kysely'
import { listTableShapes } from '#db/copy/all-rows.server.ts'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'

/** Rows as years of use leave them: valid at the time, and nothing that a tidy mind would expect. */

const texts = [
  '',
  ' ',
  "O'Brien; drop table person --",
  '"quoted" %_\\ {{braces}}',
  'Ñandú Žižek Ἀρχιμήδης आर्यभट 祖沖之 عمر',
  '\u202eright to left\u202c',
  'e\u0301 combined',
  '👩‍🔬 🏳️‍🌈',
  'null',
  'line one\nline two\r\n\ttab',
  `long ${'x'.repeat(900)}`,
]

/**
 * The required columns of each table besides its key, as in the first migration that made it; later columns have
 * defaults.
 */
const rows: Record<string, (text: string, at: number) => Record<string, unknown>> = {
  person: (text, at) => ({
    ...{ id: newId(), member_no: `${text.slice(0, 20)}-${at}`, fellow_no: at % 2 ? null : `F-${at}` },
    ...{
      given_name: text,
      family_name: text,
      sort_name: text.slice(0, 200),
      search_name: ` ${text.slice(0, 200)} `,
    },
    ...{ category: 'life', since: 1990, discipline: text.slice(0, 80), country: 'India', institution: null },
    ...{ listed_at: at % 3 ? null : 1, created_at: 0, updated_at: Number.MAX_SAFE_INTEGER },
  }),
  entry: (_, at) => ({
    ...{
      id: newId(),
      kind: 'news',
      slug: `dirty-${at}`,
      position: -at,
      state: at % 2 ? 'draft' : 'archived',
    },
    ...{ head_version: 1, created_at: 0, updated_at: -1 },
  }),
  file: (text, at) => ({
    ...{
      id: newId(),
      sha256: String(at % 2).repeat(64),
      name: text,
      media_type: 'image/x-unknown',
      bytes: 0,
    },
    ...{ created_at: 0 },
  }),
  setting: (text, at) => ({ name: `dirty-${at}`, value: text, updated_at: 0 }),
  job: (text, at) => ({
    ...{ id: newId(), kind: 'of-old', payload: JSON.stringify(text), run_at: 0, attempts: 99, created_at: 0 },
    ...{ error: text, failed_at: at % 2 ? 1 : null },
  }),
  mail: (text, at) => ({
    ...{ id: newId(), kind: 'of-old', recipient: `${at}@example.org`, subject: text, body_text: text },
    ...{ body_html: text, message_id: `<${at}@example.org>`, queued_at: 0, error: text },
  }),
  audit_entry: (text, at) => ({
    ...{
      seq: at + 1,
      at,
      actor: text.slice(0, 80),
      action: 'of.old',
      subject: `setting:${text.slice(0, 80)}`,
    },
    ...{ details_hash: '', previous_hash: `hash-${at}`, hash: `hash-${at + 1}` },
  }),
  audit_detail: (text, at) => ({ seq: at + 1, salt: '', body: JSON.stringify({ text }) }),
  dossier: (text, at) => ({
    ...{ id: newId(), reference: `FN-1994-${at}`, process: 'fellow', state: text.slice(0, 20), version: 1 },
    ...{ form_version: 1, answers: text, answers_hash: '', subject_name: text, subject_key: `key-${at}` },
    ...{
      sender_name: text,
      sender_email: text.slice(0, 100),
      institution: text,
      discipline: text,
      category: '',
    },
    ...{ cycle: '1994', facts: text, received_at: 0, state_at: 0 },
  }),
  form_draft: (text, at) => ({
    ...{ id: newId(), form: 'membership', token_hash: `hash-${at}`, sealed: text, version: 1, begun_at: 0 },
    ...{ updated_at: 0, expires_at: 0 },
  }),
}

const rowsAtOnce = 500

/** Inserts a few into each existing table, or this many in all; returns how many tables that were. */
export async function addOldRows(db: Db, inAll?: number): Promise<number> {
  const there = new Set<string>((await listTableShapes(db)).map(({ name }) => name))
  const known = Object.entries(rows).filter(([table]) => there.has(table))
  const number = inAll ? Math.ceil(inAll / known.length) : texts.length
  for (const [table, make] of known)
    for (let at = 0; at < number; at += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, number - at)
      const made = Array.from({ length: count }, (_, more) =>
        make(texts[(at + more) % texts.length]!, at + more),
      )
      await db
        .insertInto(table as 'setting')
        .values(made as never)
        .execute()
    }
  return known.length
}

/** Every row of the given tables and columns, whatever columns were added since. */
export async function readRows(db: Db, shapes: Awaited<ReturnType<typeof listTableShapes>>) {
  const read: Record<string, string[]> = {}
  for (const { name, columns } of shapes) {
    const all = await db
      .selectFrom(name)
      .select(columns.map((column) => sql.ref(column).as(column)) as never)
      .execute()
    read[name] = all.map((row) => JSON.stringify(row)).toSorted()
  }
  return read
}
