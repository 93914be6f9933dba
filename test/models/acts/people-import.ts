import { newId } from '#db/engine/id.ts'
import { system } from '#features/audit/actor.ts'
import { checkImport } from '#features/people/import/check.server.ts'
import { fieldsFor, guessMapping, usualDefaults } from '#features/people/import/fields.ts'
import { beginImport, mapColumns, startImport } from '#features/people/import/operations.server.ts'
import { runSome } from '#features/people/import/run.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { makeCaller } from '#test/harness/visitors.ts'
import { type Act, reason } from './act.ts'
import { somebody } from './people.ts'

export async function importAffairs(testSite: TestSite): Promise<Act[]> {
  const by = await makeCaller(testSite, { role: 'editor' })
  const shared = { route: 'routes/staff/people-import/people-import', by }
  const act = (name: string, id: string, form: Record<string, string>): Act => {
    return { ...shared, name: `${name} an import`, path: `/editor/people/import/${id}?do=${name}`, form }
  }
  const checked = await bringFile(testSite, 'checked')
  const columns = fieldsFor(false).map((field) => [`column-${field}`, ''])
  const defaults = Object.entries(usualDefaults).map(([field, value]) => [`default-${field}`, value])
  return [
    {
      name: 'bring a file',
      route: 'routes/staff/people-import/people-imports',
      path: '/editor/people/import',
      by,
      form: { sheet: '' },
      file: 'No,Name\nT-9,Tara Nair\n',
    },
    act('map', await bringFile(testSite, 'mapping'), {
      ...Object.fromEntries([...columns, ...defaults]),
      'column-memberNo': '0',
      'column-name': '1',
    }),
    act('decide', checked, { 'row-1': 'skip' }),
    act('decide-all', checked, { kind: 'number', decision: 'update' }),
    act('start', checked, {}),
    act('undo', await bringFile(testSite, 'done'), {}),
    act('discard', await bringFile(testSite, 'checked'), {}),
    {
      name: 'export the rows of an import with a problem',
      route: 'routes/staff/people-import/people-import-rows',
      path: `/editor/people/import/${await bringFile(testSite, 'checked')}/rows`,
      by,
      form: { format: 'csv', reason },
      status: 200,
    },
    {
      name: 'export the report of an import',
      route: 'routes/staff/people-import/people-import-report',
      path: `/editor/people/import/${await bringFile(testSite, 'done')}/report`,
      by,
      form: { format: 'csv', reason },
      status: 200,
    },
  ]
}

/** A file of one row, about someone in the register. */
async function bringFile({ site: { db } }: TestSite, state: 'mapping' | 'checked' | 'done'): Promise<string> {
  const memberNo = `T-${newId().slice(-12)}`
  await enrolPeople(db, [{ ...somebody, memberNo }], autumn)
  const bytes = Buffer.from(`No,Name,Year\n${memberNo},Tara Menon,1999\n`)
  const started = await beginImport(db, system, { name: 'people.csv', bytes, sheet: '' }, autumn)
  if (!started.ok) throw new Error(started.sentence)
  if (state === 'mapping') return started.id
  await mapColumns(db, system, started.id, guessMapping(['No', 'Name', 'Year']), autumn)
  await checkImport(db, started.id, autumn)
  if (state === 'checked') return started.id
  await startImport(db, system, started.id, autumn)
  await runSome(db, started.id, autumn)
  return started.id
}
