import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closeToOthers } from './data-permissions.server.ts'

test('files and folders that others could read are closed to them', () => {
  const folder = wideFolder()
  closeToOthers(folder)

  expect(modesIn(folder)).toEqual({
    '.': '700',
    private: '700',
    'private/ab': '700',
    'private/ab/cd': '600',
    'site.db': '600',
    tool: '700',
  })
})

test('the target of a link is left alone', () => {
  const [folder, elsewhere] = [wideFolder(), wideFolder()]
  symlinkSync(elsewhere, join(folder, 'files'))
  closeToOthers(folder)

  expect(modesIn(elsewhere)['site.db']).toBe('644')
})

test('a mailbox into which another user delivers stays open to that user, and everything else is closed', () => {
  const folder = wideFolder()
  mkdirSync(join(folder, 'bounces/new'), { recursive: true })
  chmodSync(join(folder, 'bounces/new'), 0o770)
  closeToOthers(folder)

  expect(modesIn(folder)).toMatchObject({
    '.': '711',
    'bounces/new': '770',
    'site.db': '600',
    private: '700',
  })
})

test('a closed folder is not walked again', () => {
  const folder = wideFolder()
  closeToOthers(folder)
  chmodSync(join(folder, 'site.db'), 0o644)
  closeToOthers(folder)

  expect(modesIn(folder)['site.db']).toBe('644')
})

test('every command that reads the configuration closes the data to others', () => {
  const programs = readdirSync('scripts').map((name) => `scripts/${name}`)
  const careless = [...programs, 'server.ts'].filter((path) =>
    /\breadConfig\b/.test(readFileSync(path, 'utf8')),
  )

  expect(careless).toEqual([])
})

/** As left by a site that ran with the usual umask of 022. */
function wideFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'permissions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'private/ab'), { recursive: true })
  for (const name of ['site.db', 'private/ab/cd', 'tool']) writeFileSync(join(folder, name), '')
  for (const name of ['site.db', 'private/ab/cd']) chmodSync(join(folder, name), 0o644)
  for (const name of ['.', 'private', 'private/ab', 'tool']) chmodSync(join(folder, name), 0o755)
  return folder
}

function modesIn(folder: string): Record<string, string> {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  )
}
