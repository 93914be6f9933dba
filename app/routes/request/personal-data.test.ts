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

test('the site removes expired data only by the tasks that a restore runs too', () => {
  const removesData = /\b(clear|empty|erase|forget|takeOut)[A-Z]\w*/g
  const scheduled = readFileSync('background.ts', 'utf8')

  expect(scheduled.match(removesData)).toBeNull()
  expect(scheduled).toContain('...expiryOf(site, config)')
  expect(personalData.expiry.length).toBeGreaterThan(15)
  expect("'clear-x': (now) => clearThings(site.db, now)".match(removesData)).toEqual(['clearThings'])
})

test('every function that removes expired data is an expiry task', () => {
  const list = readFileSync('app/routes/request/expiry-tasks.server.ts', 'utf8')
  const removing = globSync('app/features/**/*.server.ts')
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        /^export (?:async )?function ((?:clear|empty|eraseOld|takeOutDraft)\w*)\([^{]*\bnow: Date\b/gm,
      ),
    ])
    .map(([, name = '']) => name)

  // Both remove what an administrator asks to remove.
  const onRequest = ['clearSampleAddresses', 'clearRows']
  expect(removing.length).toBeGreaterThan(15)
  expect(removing).toEqual(expect.arrayContaining(onRequest))
  expect(
    removing.filter((name) => !onRequest.includes(name) && !new RegExp(`\\b${name}\\(`).test(list)),
  ).toEqual([])
})
