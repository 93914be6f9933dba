import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { personalData } from './personal-data.server.ts'

test('the personal data of every feature that has any is searched, copied and erased', () => {
  const features = globSync('app/features/*/personal-data.server.ts').map((file) => file.split('/')[2]!)
  const list = readFileSync('app/routes/staff/privacy/personal-data.server.ts', 'utf8')
  const listed = [...list.matchAll(/'#features\/([a-z-]+)\/personal-data\.server\.ts'/g)].map(
    ([, name = '']) => name,
  )

  expect(features.length).toBeGreaterThan(8)
  expect(listed.toSorted()).toEqual(features.toSorted())
  expect(personalData.features).toHaveLength(features.length)
})

test('the privacy feature knows no table', () => {
  const files = globSync('app/features/privacy/*.ts').filter((file) => !file.includes('.test.'))
  const knowing = files.filter((file) => namesTable(readFileSync(file, 'utf8')))

  expect(files.length).toBeGreaterThan(5)
  expect(knowing).toEqual([])
  expect(namesTable("await db.deleteFrom('enquiry').execute()")).toBe(true)
})

function namesTable(source: string): boolean {
  return /\b(selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\(|\bsql`/.test(source)
}
