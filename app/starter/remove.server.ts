import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { removeSampleEntries } from '#features/content/operations.server.ts'
import { removeSampleFiles } from '#features/media/operations.server.ts'
import { removeSamplePeople } from '#features/people/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { FileStore } from '#server/files.server.ts'
import { starterSettings } from './settings.ts'

export interface RemovedSamples {
  entries: number
  people: number
  files: number
  addresses: number
}

const sampleAddresses = ['facebookUrl', 'linkedinUrl', 'twitterUrl'] as const

/** Takes everything invented off the site, for good. What staff wrote or changed stays. */
export async function removeSamples(db: Db, files: FileStore, now: Date): Promise<RemovedSamples> {
  const { unnamed, ...removed } = await inTransaction(db, async (db) => {
    const entries = await removeSampleEntries(db, now)
    const people = await removeSamplePeople(db, now)
    const { count, unnamed } = await removeSampleFiles(db, now)
    const addresses = await clearSampleAddresses(db, now)
    return { entries, people, files: count, addresses, unnamed }
  })
  for (const sha256 of unnamed) await files.remove(sha256)
  return removed
}

/** The front pages of the networks stand in the settings only until the Academy's own pages are known. */
async function clearSampleAddresses(db: Db, now: Date): Promise<number> {
  const settings = await readSettings(db)
  const untouched = sampleAddresses.filter(
    (name) => settings[name] !== '' && settings[name] === starterSettings[name],
  )
  if (untouched.length)
    await changeSettings(db, system, Object.fromEntries(untouched.map((name) => [name, ''])), now)
  return untouched.length
}
