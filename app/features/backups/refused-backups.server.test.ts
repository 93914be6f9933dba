import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { migrations } from '#db/migrations/all.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { picker } from '#test/makers/audit-trail.ts'
import { backUp, backupKey, test, type EmptySite } from '#test/makers/backups.ts'
import { monday } from '#test/harness/db.ts'
import { repeat } from '#test/harness/scale.ts'
import { BadBackup } from './bad-backup.ts'
import { restoreBackup } from './restore.server.ts'
import { writeParts } from './parts.server.ts'

const tuesday = new Date(monday.getTime() + 86_400_000)
const mutations = Number(process.env['BACKUP_MUTATIONS'] ?? repeat({ short: 30, full: 200 }))

describe('what is refused before anything is changed, each with its own message', () => {
  test.for([
    ['a file that is not there', () => undefined, /There is no backup at/],
    [
      'another file',
      (path: string) => writeFileSync(path, 'A letter to the office.'),
      /is not a backup of a site/,
    ],
    ['an empty file', (path: string) => writeFileSync(path, ''), /is not a backup of a site/],
    ['a head only', (path: string) => cut(path, 60), /was copied only in part/],
    [
      'a newer format',
      (path: string) => makeNewer(path),
      /newer site: it has format 9, and this site reads up to 1/,
    ],
    ['a damaged head', (path: string) => harm(path, 40), /The start of this backup is damaged/],
    ['a half copy', (path: string) => cut(path, 300_000), /only in part: 300000 of \d+ bytes/],
    ['a copy without its last byte', (path: string) => cut(path, statSync(path).size - 1), /only in part/],
    [
      'something added',
      (path: string) => writeFileSync(path, 'x', { flag: 'a' }),
      /longer than it should be/,
    ],
    ['a damaged piece', (path: string) => harm(path, 200_000), /is damaged between byte \d+ and byte \d+/],
    ['a damaged end', (path: string) => harm(path, statSync(path).size - 1), /is damaged between byte/],
  ] as const)('%s', async ([, spoil, sentence], { sourceSite, makeEmptySite }) => {
    const path = join(sourceSite.dataDir, 'spoilt.backup')
    rmSync(path, { force: true })
    if (!String(sentence).includes('There is no')) copyFileSync(await backUp(sourceSite), path)
    spoil(path)

    await expectRefusal(await makeEmptySite(), path, backupKey, sentence)
  })

  test('another key', async ({ sourceSite, makeEmptySite }) => {
    const path = await backUp(sourceSite)

    await expectRefusal(await makeEmptySite(), path, `${backupKey}.`, /made with another key/)
  })

  test('a backup of a newer site', async ({ sourceSite, makeEmptySite }) => {
    const path = join(sourceSite.dataDir, 'newer.backup')
    rmSync(path, { force: true })
    const steps = [...migrations.map(({ name }) => name), '999-tomorrow']
    const manifest = { madeAt: 1, version: '9.9.9', steps, tables: {}, files: 0, privateFiles: 0, lost: [] }
    await writeParts(path, backupKey, async () => JSON.stringify(manifest))

    await expectRefusal(
      await makeEmptySite(),
      path,
      backupKey,
      /made by a newer site \(9\.9\.9, migration 999-tomorrow\)/,
    )
  })

  test('a site with a database, with files or with a key', async ({ sourceSite, makeEmptySite }) => {
    const path = await backUp(sourceSite)
    const used = await makeEmptySite()
    const db = openDatabase(used.database)
    await migrate(db, monday)
    await db.destroy()
    const withFiles = await makeEmptySite()
    mkdirSync(join(withFiles.dataDir, 'files'))
    const withKey = await makeEmptySite()
    writeFileSync(join(withKey.dataDir, 'certificate-key'), 'a key')

    await expectRefusal(used, path, backupKey, /There is already a database here/)
    await expectRefusal(withFiles, path, backupKey, /not empty: .* contains files/)
    await expectRefusal(withKey, path, backupKey, /not empty: .* contains certificate-key/)
    expect(readFileSync(join(withKey.dataDir, 'certificate-key'), 'utf8')).toBe('a key')
  })

  test(
    `${mutations} backups, each damaged in another way`,
    { timeout: 600_000 },
    async ({ sourceSite, makeEmptySite }) => {
      const whole = readFileSync(await backUp(sourceSite))
      const target = await makeEmptySite()
      const before = readdirSync(target.dataDir)
      const pick = picker(19_941_204)
      const path = join(sourceSite.dataDir, 'harmed.backup')
      const accepted: string[] = []
      for (let round = 0; round < mutations; round++) {
        const { bytes, what } = mutate(whole, round, pick)
        writeFileSync(path, bytes)
        const key = what === 'key' ? backupKey.slice(pick(3) + 1) : backupKey
        const refused = await restoreBackup(target, path, key, personalData, tuesday).then(
          () => false,
          (error: unknown) => error instanceof BadBackup,
        )
        if (!refused) accepted.push(`${round} ${what}`)
      }

      expect(accepted).toEqual([])
      expect(readdirSync(target.dataDir)).toEqual(before)
    },
  )
})

/** One byte, a run of bytes, a cut, a moved or missing chunk, something added, another key. */
function mutate(whole: Buffer, round: number, pick: (count: number) => number) {
  const bytes = Buffer.from(whole)
  const at = pick(bytes.length)
  switch (round % 7) {
    case 0:
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << pick(8)), at)
      return { bytes, what: `bit at ${at}` }
    case 1:
      bytes.fill(pick(256), at, Math.min(bytes.length, at + 64 + pick(4096)))
      return { bytes, what: bytes.equals(whole) ? 'key' : `run at ${at}` }
    case 2:
      return { bytes: bytes.subarray(0, at), what: `cut at ${at}` }
    case 3:
      return {
        bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + pick(4096))]),
        what: `gap at ${at}`,
      }
    case 4: {
      const [one, other] = [200 + pick(300_000), 600_000 + pick(300_000)]
      const piece = bytes.subarray(one, one + 5000)
      return {
        bytes: Buffer.concat([bytes.subarray(0, other), piece, bytes.subarray(other + 5000)]),
        what: `moved to ${other}`,
      }
    }
    case 5:
      return { bytes: Buffer.concat([bytes, Buffer.alloc(1 + pick(100), 7)]), what: 'added' }
    default:
      return { bytes, what: 'key' }
  }
}

async function expectRefusal(target: EmptySite, path: string, key: string, sentence: RegExp) {
  const before = readdirSync(target.dataDir)
  const restoring = restoreBackup(target, path, key, personalData, tuesday)

  await expect(restoring).rejects.toThrow(sentence)
  await expect(restoring).rejects.toBeInstanceOf(BadBackup)
  expect(readdirSync(target.dataDir)).toEqual(before)
}

function cut(path: string, bytes: number) {
  writeFileSync(path, readFileSync(path).subarray(0, bytes))
}

/** As a later version of the site may write it: the number of the format, and a valid header. */
function makeNewer(path: string) {
  const bytes = readFileSync(path)
  bytes.writeUInt16BE(9, 12)
  createHash('sha256').update(bytes.subarray(0, 70)).digest().copy(bytes, 70)
  writeFileSync(path, bytes)
}

function harm(path: string, at: number, by = 1) {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(at) ^ by, at)
  writeFileSync(path, bytes)
}
