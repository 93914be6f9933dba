import type { Db } from '#db/schema/tables.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { lampData } from './content.ts'

/** Calls that take nominations for an award on the site, open from a day before to a month after. */

export const lamp = 'golden-lamp'

const day = 86_400_000

/** The award and its call, unless they are there. */
export async function openAwardCall(
  db: Db,
  now: Date,
  chosen: Partial<Data<'call'>> = {},
  award = lamp,
): Promise<void> {
  if (await findEntry(db, 'award', award)) return
  const title = award === lamp ? 'Golden Lamp' : award
  const data = { ...lampData, title } as Data<'award'>
  await publishEntry(db, { kind: 'award', slug: award, data }, now)
  await openCallFor(db, now, award, { title: `Nominations for the ${title}`, ...chosen })
}

/** A call for an award that exists. */
export async function openCallFor(
  db: Db,
  now: Date,
  award: string,
  chosen: Partial<Data<'call'>> = {},
  slug = `open-${award}`,
): Promise<void> {
  const data: Data<'call'> = {
    ...{ title: 'Nominations for an award', subject: 'award', award },
    ...{ eligibility: 'Anyone who works on light.', nominators: 'Anyone else.' },
    ...{ opensAt: now.getTime() - day, closesAt: now.getTime() + 30 * day },
    form: { online: true, career: true, publications: true, files: true, seconder: true },
    stages: { panel: true, acceptance: true },
    ...chosen,
  }
  await publishEntry(db, { kind: 'call', slug, data }, now)
}

/** The award of the sample answers. */
export function openSampleCall(db: Db, now: Date): Promise<void> {
  return openAwardCall(db, now, {}, 'sample-award')
}
