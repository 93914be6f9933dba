import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boxed, heicFiles, otherBoxes, photograph as makePhotograph } from '#test/hostile-files.ts'
import { checkFile } from './attachments.server.ts'
import { fileSentence } from './file-sentences.ts'
import { photograph } from './pieces.ts'

test('two files are looked at at a time, fifty wait, and the next are refused at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  const path = join(folder, 'me.jpg')
  const bytes = await makePhotograph(300, 400)
  writeFileSync(path, bytes)
  const given = { path, bytes: bytes.length, name: 'me.jpg' }
  const checked = await Promise.all(Array.from({ length: 60 }, () => checkFile(photograph, given, undefined)))
  const after = await checkFile(photograph, given, undefined)
  rmSync(folder, { recursive: true })

  expect(checked.filter(({ ok }) => ok)).toHaveLength(52)
  expect(checked.filter((one) => !one.ok && one.reason === 'busy')).toHaveLength(8)
  expect(after.ok).toBe(true)
})

test.for([...heicFiles, ...otherBoxes])(
  'a photograph with the brands %s is told from other files: HEIC %s',
  async ([brands, isHeic]) => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    const path = join(folder, 'IMG_0001.HEIC')
    const bytes = boxed(brands)
    writeFileSync(path, bytes)
    const given = { path, bytes: bytes.length, name: 'IMG_0001.HEIC' }
    const checked = await checkFile(photograph, given, undefined)
    const asDocument = await checkFile({ ...photograph, types: ['pdf'] }, given, undefined)
    rmSync(folder, { recursive: true })

    expect(checked).toEqual({ ok: false, reason: isHeic ? 'heic' : 'other-type' })
    expect(asDocument).toEqual({ ok: false, reason: 'other-type' })
  },
)

test('who sent a HEIC photograph is told which, and what to do', () => {
  expect(fileSentence(photograph, 'IMG_0001.HEIC', 'heic')).toMatch(
    /“IMG_0001.HEIC” is a HEIC photograph.*Save it as JPEG.*Settings, Camera, Formats, Most Compatible/,
  )
})
