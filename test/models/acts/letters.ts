import { newId } from '#db/engine/id.ts'
import { moveEnquiry } from '#features/enquiries/casework.server.ts'
import { sendNewsletterLetter } from '#features/newsletter/operations.server.ts'
import { holdMail } from '#server/mail/mail-hold.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { aLetter, sendOne } from '#test/makers/enquiries.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { actorFor } from '#test/makers/staff.ts'
import { addSubscribers, makeIssue } from '#test/makers/newsletters.ts'
import { makeCaller, type Caller } from '#test/harness/visitors.ts'
import { openLetters } from '#test/makers/letters.ts'
import { type Act, reason, visitor } from './act.ts'

/** What visitors send to the office, and what staff do about it: each action has its own message. */
export async function enquiryAffairs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const by = await makeCaller(testSite, { role: 'editor' })
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const inbox = { route: 'routes/staff/enquiries/inbox', by }
  const page = { route: 'routes/staff/enquiries/enquiry', by }
  const message = async (changes: { homepage?: string } = {}) => (await sendOne(db, autumn, changes)).id
  const links = await requestNewsletter(testSite)
  const { homepage: _homepage, ...letter } = aLetter(999)
  const act = async (name: string, form: Record<string, string>, changes = {}): Promise<Act> => {
    const path = `/editor/enquiries/${await message(changes)}?do=${name}`
    return { ...page, name: `${name} an enquiry`, path, form }
  }
  const closed = await act('reopen', { version: '2' })
  const [, , , id = ''] = closed.path.split('?')[0]!.split('/')
  const clerk = actorFor({ id: by.id, role: 'editor' })
  if (clerk.kind === 'staff') await moveEnquiry(db, clerk, id, { move: 'close', version: 1 }, autumn)
  return [
    {
      name: 'write to the office',
      route: 'routes/site/contact/contact-us',
      path: '/contact-us',
      by: visitor,
      form: { ...letter, from: letter.from ?? '' },
      status: 200,
    },
    {
      name: 'check a file',
      route: 'routes/site/certificates/check',
      path: '/certificates',
      by: visitor,
      form: {},
      file: 'no certificate',
      changesNothing: true,
      status: 200,
    },
    {
      name: 'ask for the newsletter',
      route: 'routes/site/newsletter/newsletters',
      path: '/newsletter',
      by: visitor,
      form: { email: `${newId()}@example.org` },
      status: 200,
    },
    {
      name: 'confirm the newsletter',
      route: 'newsletter-link/confirm',
      path: '/newsletter/confirm',
      by: visitor,
      form: { token: links.confirm },
      status: 200,
    },
    {
      name: 'leave the newsletter',
      route: 'newsletter-link/leave',
      path: '/newsletter/leave',
      by: visitor,
      form: { token: links.leave },
      status: 200,
    },
    await act('reply', { reply: 'In May.', version: '1' }),
    await act('note', { note: 'A friend of the Academy.' }),
    await act('assign', { to: by.id }),
    await act('clear', { version: '1' }, { homepage: 'x' }),
    await act('spam', { version: '1' }),
    await act('close', { version: '1' }),
    closed,
    {
      ...inbox,
      name: 'take enquiries on',
      path: '/editor/enquiries?do=take',
      form: { [`row-${await message()}`]: 'on' },
    },
    {
      ...inbox,
      name: 'close several enquiries',
      path: '/editor/enquiries?do=close',
      form: { [`row-${await message()}`]: 'on' },
    },
    {
      name: 'remove a newsletter subscriber',
      route: 'routes/staff/enquiries/subscribers',
      path: '/editor/subscribers',
      by,
      form: { [`row-${await subscriberOf(testSite)}`]: 'on' },
    },
    {
      name: 'export the newsletter list',
      route: 'routes/staff/enquiries/subscribers-export',
      path: '/editor/subscribers/export',
      by: admin,
      form: { format: 'csv', reason },
      status: 200,
    },
  ]
}

/** The links of a letter to someone who signed up for the newsletter. */
async function requestNewsletter({ site: { db } }: TestSite) {
  const email = `${newId()}@example.org`
  await sendNewsletterLetter(db, origin, { email }, autumn)
  const { body_text } = (await openLetters(db)).findLast(({ recipient }) => recipient === email)!
  const token = (purpose: string) => new RegExp(`/${purpose}\\?token=([\\w-]{43})`).exec(body_text)?.[1] ?? ''
  return { email, confirm: token('confirm'), leave: token('leave') }
}

async function subscriberOf(testSite: TestSite): Promise<string> {
  const { email } = await requestNewsletter(testSite)
  const subscriber = testSite.site.db.selectFrom('subscriber').select('id').where('email', '=', email)
  return (await subscriber.executeTakeFirstOrThrow()).id
}

export async function inRestoredCopy({ site: { db } }: TestSite, by: Caller): Promise<Caller> {
  await holdMail(db, autumn)
  return by
}

export async function mailingActs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const { id, version } = await makeIssue(db, actorFor({ id: by.id, role: 'admin' }), autumn)
  await addSubscribers(db, 1, autumn)
  const page = { route: 'routes/staff/enquiries/newsletter-mailing', by }
  const path = `/admin/newsletters/${id}`
  return [
    { ...page, name: 'send an issue of the newsletter', path, form: { version: String(version) } },
    { ...page, name: 'stop sending an issue', path: `${path}?do=stop`, form: {} },
  ]
}

export async function bounceActs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const words = { subject: 'A letter', text: 'Hello.', html: '<p>Hello.</p>' }
  const id = await queueLetter(db, { kind: 'test', to: 'asha@example.org', ...words }, autumn)
  await db.updateTable('mail').set({ sent_at: autumn.getTime() }).where('id', '=', id).execute()
  const page = { route: 'routes/staff/letters/letter', by }
  return [
    {
      ...page,
      name: 'note that a letter came back',
      path: `/admin/mail/${id}`,
      form: { note: 'No such mailbox.' },
    },
    {
      ...page,
      name: 'take back that a letter came back',
      path: `/admin/mail/${id}?do=take-back`,
      form: {},
    },
  ]
}

export async function failedLetter({ site: { db } }: TestSite): Promise<string> {
  const words = { subject: 'A letter', text: 'Hello.', html: '<p>Hello.</p>' }
  const id = await queueLetter(db, { kind: 'test', to: 'asha@example.org', ...words }, autumn)
  const at = autumn.getTime()
  await db.updateTable('mail').set({ failed_at: at, error: 'No.' }).where('id', '=', id).execute()
  await db.updateTable('job').set({ failed_at: at }).where('payload', 'like', `%${id}%`).execute()
  return id
}
