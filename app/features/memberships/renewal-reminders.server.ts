import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { categories, displayName } from '#features/people/register.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { dayInWords, dayMs, officeDay } from '#office-time.ts'
import { membershipLetters } from './letters.ts'
import { renewableCategories } from './renewable.ts'

/** Members are reminded that their membership ends: once when the time in the settings is reached, once before the end. */

const lastDays = 14
const batchSize = 200

/** Without a mail server the letters would wait, and later be sent all at once. Returns how many were reminded. */
export async function remindMembersByMail(
  db: Db,
  { origin, smtpUrl }: { origin: string; smtpUrl: string | undefined },
  now: Date,
): Promise<number> {
  return smtpUrl === undefined ? 0 : remindMembers(db, origin, now)
}

/** Returns how many were reminded. */
export async function remindMembers(db: Db, origin: string, now: Date): Promise<number> {
  const { renewalReminderDays } = await readSettings(db)
  if (renewalReminderDays === 0) return 0
  const days = (count: number) => officeDay(now.getTime() + count * dayMs)
  const lastFrom = days(Math.min(lastDays, renewalReminderDays))
  let reminded = 0
  for (;;) {
    const ending = await listEnding(db, { from: officeDay(now), to: days(renewalReminderDays), lastFrom })
    for (const member of ending) {
      const stage = member.validTo <= lastFrom ? 'last' : 'first'
      if (await remind(db, origin, member, stage, now)) reminded++
    }
    if (ending.length < batchSize) return reminded
  }
}

type Ending = Awaited<ReturnType<typeof listEnding>>[number]

/** Living members with an address who have not had the reminder of their stage and have not applied for renewal. */
async function listEnding(db: Db, { from, to, lastFrom }: { from: string; to: string; lastFrom: string }) {
  const { numbers, addresses } = await findApplied(db)
  const rows = await db
    .selectFrom('person')
    .innerJoin('person_contact as contact', 'contact.person_id', 'person.id')
    .select(['person.id', 'person.title', 'person.member_no as memberNo', 'person.category'])
    .select(['given_name as givenName', 'family_name as familyName'])
    .select((eb) => [
      eb.ref('person.valid_to').$notNull().as('validTo'),
      eb.ref('contact.email').$notNull().as('email'),
    ])
    .where('person.valid_to', '>=', from)
    .where('person.valid_to', '<=', to)
    .where('person.category', 'in', renewableCategories)
    .where('person.binned_at', 'is', null)
    .where('person.died_year', 'is', null)
    .where('person.sample_at', 'is', null)
    .where('contact.email', 'is not', null)
    .$if(numbers.length > 0, (query) => query.where('person.member_no', 'not in', numbers))
    .$if(addresses.length > 0, (query) => query.where('contact.email', 'not in', addresses))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('renewal_reminder as reminder')
            .select('reminder.person_id')
            .whereRef('reminder.person_id', '=', 'person.id')
            .whereRef('reminder.valid_to', '=', 'person.valid_to')
            .where((eb) => eb.or([eb('reminder.stage', '=', 'last'), eb('person.valid_to', '>', lastFrom)])),
        ),
      ),
    )
    .orderBy('person.valid_to')
    .orderBy('person.id')
    .limit(batchSize)
    .execute()
  return rows
}

/**
 * Who has applied and confirmed it: by the number of the membership, since several members may share an address, and by
 * the address where the application gives no number. Anyone may submit one with the address of somebody else.
 */
async function findApplied(db: Db): Promise<{ numbers: string[]; addresses: string[] }> {
  const open = await db
    .selectFrom('dossier')
    .select(['answers', 'subject_key as email'])
    .where('process', '=', 'membership')
    .where('ended_at', 'is', null)
    .where('state', '<>', 'submitted')
    .execute()
  const applied = open.map(({ answers, email }) => ({
    number: textOf(fromJson<Answers>(answers), 'memberNo'),
    email,
  }))
  return {
    numbers: applied.flatMap(({ number }) => (number === '' ? [] : [number])),
    addresses: applied.flatMap(({ number, email }) => (number === '' && email ? [email] : [])),
  }
}

/** The row decides, so that only one of several processes writes to a member. */
function remind(
  db: Db,
  origin: string,
  { id, email, memberNo, category, validTo, ...named }: Ending,
  stage: 'first' | 'last',
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const noted = await db
      .insertInto('renewal_reminder')
      .values({ person_id: id, valid_to: validTo, stage, sent_at: now.getTime() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('person_id')
      .executeTakeFirst()
    if (!noted) return false
    const facts = {
      number: memberNo,
      category: Object.hasOwn(categories, category)
        ? categories[category as keyof typeof categories]
        : category,
      day: dayInWords(validTo),
    }
    const to = { name: displayName(named), email }
    await sendLetter(db, to, membershipLetters.ends, { facts, link: `${origin}/my-page` }, now)
    await record(db, system, 'person.reminded-to-renew', `person:${id}`, { validTo }, now)
    return true
  })
}
