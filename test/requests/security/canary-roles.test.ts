import { expect } from 'vitest'
import { caseMarksIn, releaseCanaries, releaseCase, soughtWord } from '#test/hostile/canaries.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { isFull, isTaken } from '#test/harness/scale.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { makeCaller, test as base, type Caller } from '#test/harness/visitors.ts'
import { grantCapability } from '#test/makers/bodies.ts'
import { makeCaseworker } from '#test/makers/casework.ts'
import type { Site } from '#site.ts'

/** Staff read the canaries that their rights open to them, and no others, wherever they look. */

interface World {
  references: string[]
  /** Every address at which something about a canary could be. */
  addresses: string[]
}

const test = base.extend<{ world: World }>({
  world: [
    async ({ site, table }, use) => {
      const { references } = await releaseCanaries(site, autumn)
      const clerk = await makeCaseworker(site.db, autumn)
      const own = {
        process: 'fellow',
        state: 'complete',
        mark: 'fellow-scoped',
        discipline: 'Chemistry',
      } as const
      references.push(await releaseCase(site, clerk, own, autumn))
      const pages = table.map(({ path }) => path)
      await use({ references, addresses: [...pages, ...(await canaryAddresses(site, references))] })
    },
    { scope: 'file' },
  ],
})

/** One address in so many is requested in the short run, by each role another one. */
const oneIn = 32

const patient = { timeout: 1_800_000 }

/** Of the register, the inbox and the newsletter, which all staff may read. */
const openToStaff = new RegExp(
  [
    'canary\\d\\d',
    'canary zebrafinch(?! (?:fellow|associate-fellow|award|membership|draft)\\b)',
    'canary-writer-\\d@',
    'canary (?:message|reply|note(?! on))',
    'canary-reader@',
    'canary[- ]clerk',
  ].join('|'),
  'gi',
)
const ofDrafts = /canary[ -](?:zebrafinch )?draft/i

test(
  'no role without an office reads a word of a case, a contact, a payment or a draft',
  patient,
  async ({ port, callers, world }) => {
    captureLog()
    const { cookie } = callers.editor
    expect((await ask(port, `/editor/people?q=${soughtWord}`, { cookie })).text).toMatch(openToStaff)
    const hits: string[] = []
    for (const [at, kind] of (
      ['editor', 'reviewer', 'chair', 'teller', 'council', 'auditor'] as const
    ).entries())
      for (const { address, text } of await readAll(port, callers[kind], world, at))
        for (const [found] of text.replaceAll(openToStaff, '').matchAll(/.{0,20}canary.{0,40}/gi))
          hits.push(`${kind} ${address}: ${found}`)

    expect(hits).toEqual([])
  },
)

test(
  'an office for one type of case, or for one discipline, reads no cases of another',
  patient,
  async ({ testSite, port, world }) => {
    captureLog()
    const scopes = [
      [{ caseType: 'associate-fellow' }, (mark: string) => mark.startsWith('associate-fellow-')],
      [{ scope: { discipline: 'Chemistry' } }, (mark: string) => mark === 'fellow-scoped'],
    ] as const
    for (const [at, [granted, isOwn]] of scopes.entries()) {
      const caller = await makeCaller(testSite, { role: 'editor' })
      await grantCapability(testSite.site.db, caller.id, 'office', autumn, granted)
      const read = await readAll(port, caller, world, at)
      const marks = (address: string, text: string) => caseMarksIn(text).map((mark) => ({ address, mark }))
      const seen = read.flatMap(({ address, text }) => marks(address, text))

      expect(seen.filter(({ mark }) => !isOwn(mark))).toEqual([])
      expect(seen.filter(({ mark }) => isOwn(mark))).not.toEqual([])
      expect(read.filter(({ text }) => ofDrafts.test(text)).map(({ address }) => address)).toEqual([])
    }
  },
)

test(
  'someone of the office who is named in a case reads nothing of it, and all other cases',
  patient,
  async ({ testSite, port, world }) => {
    captureLog()
    const email = `canary-fellow-complete-seconderemail@${soughtWord}.example`
    const caller = await makeCaller(testSite, { role: 'editor', email, isOffice: true })
    const read = await readAll(port, caller, world, 0)
    const marks = read.flatMap(({ address, text }) =>
      caseMarksIn(text.replaceAll(email, '')).map((mark) => ({ address, mark })),
    )

    expect(marks.filter(({ mark }) => mark === 'fellow-complete')).toEqual([])
    expect(new Set(marks.map(({ mark }) => mark)).size).toBeGreaterThan(isFull ? 40 : 3)
  },
)

/** Reads each address as page and as data, and the export of the cases. */
async function readAll(port: number, { cookie }: Caller, { addresses }: World, at: number) {
  const read: { address: string; text: string }[] = []
  for (const [row, path] of addresses.entries())
    for (const [column, address] of [path, dataOf(path)].entries())
      if (isTaken(row + at, column, oneIn)) {
        const { text, headers } = await ask(port, address, { cookie })
        read.push({ address, text: `${JSON.stringify(headers)}${text.replaceAll('<wbr/>', '')}` })
      }
  const body = new URLSearchParams({ format: 'json', reason: 'For the council.' }).toString()
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin, cookie }
  const { text } = await ask(port, '/editor/cases/export', { method: 'POST', ...form, body })
  return [...read, { address: 'POST /editor/cases/export', text }]
}

function dataOf(path: string): string {
  return path === '/' ? '/_root.data' : path.replace(/(\?|$)/, '.data$1')
}

async function canaryAddresses({ db }: Site, references: string[]): Promise<string[]> {
  const files = await db
    .selectFrom('attachment')
    .innerJoin('dossier', 'dossier.id', 'attachment.dossier_id')
    .select(['attachment.id', 'reference'])
    .where('reference', 'in', references)
    .execute()
  const people = await db.selectFrom('person').select('id').where('given_name', 'like', 'Canary%').execute()
  const messages = await db.selectFrom('enquiry').select('id').where('email', 'like', 'canary%').execute()
  const letters = await db.selectFrom('mail').select('id').where('recipient', 'like', 'canary%').execute()
  const statements = await db.selectFrom('payment_import').select('id').execute()
  const lists = ['cases', 'people', 'enquiries', 'subscribers', 'find', 'payments'].map(
    (one) => `/editor/${one}`,
  )
  return [
    ...references.flatMap((one) =>
      ['', '/records', '/print', '/decision'].map((part) => `/editor/cases/${one}${part}`),
    ),
    ...files.map(({ id, reference }) => `/editor/cases/${reference}/files/${id}`),
    ...people.flatMap(({ id }) =>
      ['', '/certificates', '/helpers'].map((part) => `/editor/people/${id}${part}`),
    ),
    ...messages.map(({ id }) => `/editor/enquiries/${id}`),
    ...letters.map(({ id }) => `/admin/mail/${id}`),
    ...statements.map(({ id }) => `/editor/payments/${id}`),
    ...[...lists, '/admin/mail', '/admin/audit'].flatMap((list) => [list, `${list}?q=${soughtWord}`]),
  ]
}
