import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { findInSearch } from '#db/search/search.server.ts'
import { system } from '#features/audit/actor.ts'
import { multikeyOf } from '#features/credentials/multibase.ts'
import { changeSlug } from '#features/people/addresses.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { obstacleWords } from '#routes/request/obstacle-words.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { edit, honest, inManifest } from '#test/makers/copy-parts.ts'
import { monday, openTestDatabase, sharedTest as test } from '#test/harness/db.ts'
import type { CopyManifest } from './format.ts'
import { exportSite } from './export.server.ts'
import { listPublicRulebooks } from '#features/rulebook/queries.server.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { makeRulebook } from '#test/makers/rulebooks.ts'
import { importSite } from './import.server.ts'

const asha: NewPerson = {
  ...{ memberNo: 'LM-1', givenName: 'Asha', familyName: 'Verma', category: 'life', grade: 'fellow' },
  ...{ since: 1990, discipline: 'Physics', country: 'India', listed: true },
}

const bodyTables = ['body', 'body_term'] as const
const sinceBodies = [...bodyTables, 'certificate_key'] as const
const sinceRules = ['rulebook', 'rulebook_version', 'academy_rule', ...sinceBodies] as const

function makeEarlier(parts: Map<string, Buffer>, version: 1 | 2 | 3 | 4, without: readonly string[]) {
  for (const table of without) parts.delete(`rows/${table}.jsonl`)
  const { rows } = JSON.parse(parts.get('manifest.json')!.toString()) as CopyManifest
  const rowsBefore = Object.fromEntries(Object.entries(rows).filter(([table]) => !without.includes(table)))
  inManifest(parts, { version, rows: rowsBefore as CopyManifest['rows'] })
}

test('a copy of format 1 has no addresses of people; they get theirs on arrival', async ({
  db,
  address,
  folder,
}) => {
  const [id = ''] = await enrolPeople(db, [asha, { ...asha, memberNo: 'LM-2' }], monday)
  await changeSlug(db, system, { id, slug: 'someone-else' }, monday)
  const path = join(folder, 'copy.zip')
  await exportSite(address, storeIn(folder), path)
  const earlier = await honest(readFileSync(path), folder, (parts) => {
    edit(parts, 'person', (text) => text.replaceAll(/,"slug":"[^"]+"/g, ''))
    makeEarlier(parts, 1, ['former_person_slug', ...sinceRules])
  })
  writeFileSync(path, earlier)

  const other = join(folder, 'other')
  const empty = await openTestDatabase(join(folder, 'empty.db'))
  expect(
    await importSite(empty.db, storeIn(other), path, other, system, monday, { obstacleWords }),
  ).toMatchObject({ ok: true })
  const people = await empty.db.selectFrom('person').select('slug').orderBy('id').execute()
  expect(people).toEqual([{ slug: 'asha-verma' }, { slug: 'asha-verma-2' }])
  const { hits } = await findInSearch(empty.db, 'asha', { limit: 5, offset: 0 })
  expect(hits.map(({ href }) => href).toSorted()).toEqual([
    '/fellowship/fellows/asha-verma',
    '/fellowship/fellows/asha-verma-2',
  ])
  await empty.db.destroy()
  await empty.drop()
})

test('a copy has the present and the former addresses of people, and their ORCID iDs', async ({
  db,
  address,
  folder,
}) => {
  const [id = ''] = await enrolPeople(db, [{ ...asha, memberNo: 'LM-7', familyName: 'Sen' }], monday)
  await changeSlug(db, system, { id, slug: 'a-sen' }, monday)
  const orcid = '0000-0002-1825-0097'
  await db.updateTable('person').set({ orcid }).where('id', '=', id).execute()
  const path = join(folder, 'copy.zip')
  await exportSite(address, storeIn(folder), path)

  const other = join(folder, 'second')
  const empty = await openTestDatabase(join(folder, 'empty-2.db'))
  expect(
    await importSite(empty.db, storeIn(other), path, other, system, monday, { obstacleWords }),
  ).toMatchObject({ ok: true })
  const former = empty.db.selectFrom('former_person_slug').select(['slug', 'person_id'])
  expect(await former.where('person_id', '=', id).execute()).toEqual([{ slug: 'asha-sen', person_id: id }])
  const person = empty.db.selectFrom('person').select('orcid').where('id', '=', id)
  expect(await person.execute()).toEqual([{ orcid }])
  await empty.db.destroy()
  await empty.drop()
})

function storeIn(folder: string) {
  mkdirSync(join(folder, 'files'), { recursive: true })
  return openFileStore(join(folder, 'files'))
}

test('a copy of format 2 has no rulebooks, and one of today brings them with their versions', async ({
  db,
  address,
  folder,
}) => {
  await makeRulebook(db, monday)
  const path = join(folder, 'copy-3.zip')
  await exportSite(address, storeIn(folder), path)
  const bring = async (name: string) => {
    const other = join(folder, name)
    const empty = await openTestDatabase(join(folder, `${name}.db`))
    expect(
      await importSite(empty.db, storeIn(other), path, other, system, monday, { obstacleWords }),
    ).toMatchObject({
      ok: true,
    })
    const found = await listPublicRulebooks(empty.db)
    await empty.db.destroy()
    await empty.drop()
    return found
  }

  expect(await bring('with-rules')).toEqual(await listPublicRulebooks(db))
  writeFileSync(path, await honest(readFileSync(path), folder, (parts) => makeEarlier(parts, 2, sinceRules)))
  expect(await bring('without-rules')).toEqual([])
})

test('a copy of format 3 has no bodies', async ({ db, address, folder }) => {
  await makeBody(db, monday)
  const path = join(folder, 'copy-4.zip')
  await exportSite(address, storeIn(folder), path)
  writeFileSync(path, await honest(readFileSync(path), folder, (parts) => makeEarlier(parts, 3, sinceBodies)))

  const other = join(folder, 'without-bodies')
  const empty = await openTestDatabase(join(folder, 'without-bodies.db'))
  expect(
    await importSite(empty.db, storeIn(other), path, other, system, monday, { obstacleWords }),
  ).toMatchObject({ ok: true })
  expect(await empty.db.selectFrom('body').select('id').execute()).toEqual([])
  await empty.db.destroy()
  await empty.drop()
})

test('a copy of format 4 has no keys; the site keeps its own', async ({ db, address, folder }) => {
  const keyOf = () => multikeyOf(generateKeyPairSync('ed25519').privateKey)
  const [former, own] = [keyOf(), keyOf()]
  await db.insertInto('certificate_key').values({ public_key: former, first_used_at: 1 }).execute()
  const path = join(folder, 'copy-5.zip')
  await exportSite(address, storeIn(folder), path)
  writeFileSync(
    path,
    await honest(readFileSync(path), folder, (parts) => makeEarlier(parts, 4, ['certificate_key'])),
  )

  const other = join(folder, 'without-keys')
  const empty = await openTestDatabase(join(folder, 'without-keys.db'))
  await empty.db.insertInto('certificate_key').values({ public_key: own, first_used_at: 2 }).execute()
  expect(
    await importSite(empty.db, storeIn(other), path, other, system, monday, { obstacleWords }),
  ).toMatchObject({ ok: true })
  const keys = await empty.db.selectFrom('certificate_key').select('public_key').execute()
  expect(keys).toEqual([{ public_key: own }])
  await empty.db.destroy()
  await empty.drop()
})
