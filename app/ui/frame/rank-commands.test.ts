import { expect, test } from 'vitest'
import { rankCommands } from './rank-commands.ts'

const named = (...labels: string[]) => labels.map((label) => ({ label }))
const groups = [
  {
    label: 'Pages',
    commands: named('Admin Dashboard', 'News', 'Newsletter', 'Newsletter list', 'Media library'),
  },
  {
    label: 'Actions',
    commands: [
      ...named('New page', 'New news item', 'New newsletter issue', 'Add a redirect'),
      { label: 'Change theme', hint: 'system, light, dark' },
    ],
  },
]
const first = (typed: string) => rankCommands(groups, typed)[0]?.commands[0]?.label

test('the best match is first, whichever group it is in', () => {
  expect(first('new news')).toBe('New news item')
  expect(first('news')).toBe('News')
  expect(first('newsl')).toBe('Newsletter')
  expect(first('admin dash')).toBe('Admin Dashboard')
  expect(first('redirect')).toBe('Add a redirect')
  expect(first('library media')).toBe('Media library')
})

test('one mistake in a word is forgiven, also in a word that is not finished', () => {
  expect(first('redirct')).toBe('Add a redirect')
  expect(first('dahsboard')).toBe('Admin Dashboard')
  expect(first('newsltter list')).toBe('Newsletter list')
  expect(first('newslteter')).toBe('Newsletter')
  expect(first('dashbord')).toBe('Admin Dashboard')
  expect(first('medja')).toBe('Media library')
  expect(first('zebra')).toBeUndefined()
  expect(first('nex')).toBeUndefined()
})

test('words of the hint fit too, after those of the name', () => {
  expect(first('dark')).toBe('Change theme')
})

test('before anything is typed everything is there in its order', () => {
  expect(rankCommands(groups, ' ')).toEqual(groups)
})
