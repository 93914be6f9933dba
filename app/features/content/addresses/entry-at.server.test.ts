import { expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { findEntryAt } from './entry-at.server.ts'

test('the entry of a public page is found by its address, also below it', async ({ db }) => {
  const news = { title: 'Light', summary: 'More light.', publishedOn: '1995-01-02' }
  await publishEntry(db, { kind: 'news', slug: 'light', data: news }, monday)
  await publishEntry(
    db,
    { kind: 'page', slug: 'constitution', data: { title: 'Constitution', sections: [] } },
    monday,
  )
  await publishEntry(db, { kind: 'page', slug: 'news', data: { title: 'News', sections: [] } }, monday)
  const rows = await db.selectFrom('entry').select(['id', 'kind', 'slug']).execute()
  const nameAt = async (path: string) => {
    const id = await findEntryAt(db, path)
    const row = rows.find((one) => one.id === id)
    return row && `${row.kind} ${row.slug}`
  }

  expect(await nameAt('/news/light')).toBe('news light')
  expect(await nameAt('/news/light/part')).toBe('news light')
  expect(await nameAt('/news')).toBe('page news')
  expect(await nameAt('/iaps/constitution')).toBe('page constitution')
  expect(await nameAt('/news/darkness')).toBeUndefined()
  expect(await nameAt('/iaps')).toBeUndefined()
  expect(await nameAt('/fellowship/fellows/somebody')).toBeUndefined()
  expect(await nameAt('/news/')).toBeUndefined()
})
