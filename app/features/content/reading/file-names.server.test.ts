import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { monday, test } from '#test/harness/db.ts'
import { findFileNames } from './file-names.server.ts'

test('a picture is named by its description, a file by its name, and no two are the same', async ({ db }) => {
  await addFile(db, 'dusk', 'lamp-1.jpg', 'A lamp at dusk')
  await addFile(db, 'issue', 'issue.pdf', '')
  const versions = [{ cover: 'dusk', pdf: 'issue' }, { cover: 'gone' }]
  expect(Object.fromEntries(await findFileNames(db, 'newsletter', versions))).toEqual({
    dusk: 'A lamp at dusk',
    issue: 'issue.pdf',
  })

  await addFile(db, 'other', 'lamp-2.jpg', 'A lamp at dusk')
  const alike = await findFileNames(db, 'newsletter', [{ cover: 'dusk' }, { cover: 'other' }])
  expect(alike.get('other')).toBe('A lamp at dusk (lamp-2.jpg)')

  await addFile(db, 'third-000003', 'lamp-2.jpg', 'A lamp at dusk')
  const same = await findFileNames(db, 'newsletter', [{ cover: 'third-000003' }, { cover: 'other' }])
  expect(same.get('third-000003')).toBe('lamp-2.jpg (000003)')
})

async function addFile(db: Db, id: string, name: string, alt: string) {
  const file = { id, name, alt, sha256: id, media_type: 'image/jpeg', bytes: 1, created_at: monday.getTime() }
  await db.insertInto('file').values(file).execute()
}
