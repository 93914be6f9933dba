import { expect, test } from 'vitest'
import { settingForms } from './form.ts'
import { settingPageNames, settingsOf } from './pages.ts'
import { defaultSettings } from './settings.ts'

const typed = Object.fromEntries(
  Object.entries(defaultSettings).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
  ]),
)

/** As the page sends it. */
const shownHash = 'a'.repeat(22)

function wrongIn(changes: Record<string, string>) {
  return settingPageNames.flatMap((page) => {
    const own = Object.entries({ ...typed, ...changes }).filter(([name]) =>
      settingsOf(page).some((one) => one === name),
    )
    const read = settingForms[page].safeParse({ ...Object.fromEntries(own), shownHash })
    return read.error?.issues.map(({ path }) => path[0]) ?? []
  })
}

test('a cycle may be set completely, partly or not at all', () => {
  expect(wrongIn({})).toEqual([])
  expect(wrongIn({ fellowOpensAt: ' 2027-01-01 00:00 ', fellowClosesAt: '2027-01-31 23:59' })).toEqual([])
  expect(wrongIn({ associateFellowClosesAt: '2027-01-31 23:59' })).toEqual([])
})

test('a time is read as a date field sends it', () => {
  const { nominations } = settingForms
  const own = Object.fromEntries(settingsOf('nominations').map((name) => [name, typed[name]]))
  expect(nominations.parse({ ...own, fellowOpensAt: '2027-01-01T09:30', shownHash })).toMatchObject({
    fellowOpensAt: '2027-01-01 09:30',
  })
})

test('a page takes no setting of another', () => {
  const own = Object.fromEntries(settingsOf('academy').map((name) => [name, typed[name]]))
  expect(settingForms.academy.safeParse({ ...own, shownHash }).success).toBe(true)
  expect(settingForms.academy.safeParse({ ...own, shownHash, editorsPublish: 'yes' }).success).toBe(false)
})

test('a cycle needs days that exist, in their order', () => {
  for (const time of ['2027-02-30 10:00', '2027-01-31', '31.1.2027 10:00', '2027-01-31 24:30'])
    expect(wrongIn({ fellowOpensAt: time }), time).toEqual(['fellowOpensAt'])
  expect(wrongIn({ fellowOpensAt: '2027-01-31 10:00', fellowClosesAt: '2027-01-31 10:00' })).toEqual([
    'fellowClosesAt',
  ])
})

test('backups are a number of hours apart and at a valid hour', () => {
  expect(wrongIn({ backupEveryHours: '0', backupHour: '23', backupsKept: '1' })).toEqual([])
  for (const [name, value] of [
    ['backupEveryHours', '169'],
    ['backupHour', '24'],
    ['backupsKept', '0'],
    ['backupsKept', 'all'],
  ] as const)
    expect(wrongIn({ [name]: value }), `${name} ${value}`).toEqual([name])
})
