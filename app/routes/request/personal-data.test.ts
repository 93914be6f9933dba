import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { personalData } from './personal-data.server.ts'

test('the personal data of every feature that has any is searched, copied and erased', () => {
  const features = globSync('app/features/*/personal-data.server.ts').map((file) => file.split('/')[2]!)
  const list = readFileSync('app/routes/request/personal-data.server.ts', 'utf8')
  const listed = [...list.matchAll(/'#features\/([a-z-]+)\/personal-data\.server\.ts'/g)].map(
    ([, name = '']) => name,
  )

  expect(features.length).toBeGreaterThan(8)
  expect(listed.toSorted()).toEqual(features.toSorted())
  expect(personalData.features).toHaveLength(features.length)
})
