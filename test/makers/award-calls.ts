import type { Db } from '#db/schema/tables.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { lampData } from './content.ts'

/** An award with a call that takes nominations on the site, open from a day before to a month after. */

export const lamp = 'golden-lamp'

const day = 86_400_000

export async function openAwardCall(
  db: Db,
  now: Date,
  chosen: Partial<Data<'call'>> = {},
  award = lamp,
): Promise<void> {
  const title = award === lamp ? 'Golden Lamp' : award
  const place = { position: 0, sample: false }
  await publishEntry(
    db,
    { kind: 'award', slug: award, data: { ...lampData, title } as Data<'award'>, ...place },
    now,
  )
  const data: Data<'call'> = {
    ...{ title: `Nominations for the ${title}`, subject: 'award', award },
    ...{ eligibility: 'Anyone who works on light.', nominators: 'Anyone else.' },
    ...{ opensAt: now.getTime() - day, closesAt: now.getTime() + 30 * day },
    form: { online: true, career: true, publications: true, files: true, seconder: true },
    stages: { panel: true, acceptance: true },
    ...chosen,
  }
  await publishEntry(db, { kind: 'call', slug: `call-${award}`, data, ...place }, now)
}
