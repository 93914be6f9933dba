import type { Db } from '#db/schema/tables.ts'
import type { StoreLocation, Stores } from '#server/files/stores.server.ts'
import type { AllPersonalData } from './personal-data.ts'

/** Everything that a site stores: rows, files, and where uploads and copies are. */
export interface ExpirySite extends Stores {
  db: Db
  location: StoreLocation
  personalData: AllPersonalData
}

/** Removes what a feature stores for a limited time. The site runs it every hour, and a restore before the site opens. */
export interface ExpiryTask {
  name: string
  /** Returns how many things it removed if it may have left some for the next run. */
  run: (site: ExpirySite, now: Date) => Promise<number | void>
}

/** Runs every task until it has removed everything that has expired. */
export async function removeExpired(site: ExpirySite, now: Date): Promise<void> {
  for (const { run } of site.personalData.expiry) while (((await run(site, now)) ?? 0) > 0);
}
