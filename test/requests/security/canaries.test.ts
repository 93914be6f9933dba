import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeStaticCopy } from '#features/site-copy/static.server.ts'
import { newId } from '#db/engine/id.ts'
import { canary, releaseCanaries, soughtWord } from '#test/hostile/canaries.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { isTaken } from '#test/harness/scale.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test as base } from '#test/harness/visitors.ts'
import type { Site } from '#site.ts'
import { openLetters } from '#test/makers/letters.ts'

/** The public sees nothing about anyone who has not agreed to it, wherever it may look. */

const test = base.extend<{ references: string[] }>({
  references: [
    async ({ site }, use) => use((await releaseCanaries(site, autumn)).references),
    { scope: 'file' },
  ],
})

/** What someone may search for who has heard of one of them. */
const words = [
  soughtWord,
  'Zebrafinch',
  'zebrafinches',
  'Zebrafinchville',
  'ZEBRA-10',
  'FINCH-10',
  `x@${soughtWord}.example`,
]
const questions = words.flatMap((word) => {
  const q = encodeURIComponent(word)
  return [
    `/search?q=${q}`,
    `/fellowship/fellows?name=${q}`,
    `/fellowship/fellows?list=deceased&name=${q}`,
    `/membership/life-members-or-iaps-associates?name=${q}`,
    `/certificates?code=${q}`,
  ]
})
const others = [
  '/fellowship/fellows?country=Canary+Islands',
  '/sitemap.xml',
  '/robots.txt',
  '/no-such-page',
  '/healthz',
]

test('the canaries are there: staff who may read them do', async ({ port, callers, references }) => {
  const { cookie } = callers.admin
  for (const path of [
    `/editor/cases/${references[0]}`,
    `/editor/cases/${references[0]}/records`,
    '/editor/enquiries',
    `/editor/people?q=${soughtWord}`,
  ])
    expect((await ask(port, path, { cookie })).text, path).toMatch(canary)
  expect(references.length).toBeGreaterThan(40)
})

test(
  'no public page, feed, search, list, file or static copy names them, nor does the log',
  { timeout: 300_000 },
  async ({ site, references }) => {
    const logged = captureLog()
    const hits: string[] = []
    const requested = new Set<string>()
    const look = async (path: string) => {
      requested.add(path)
      const response = await site.ask(path)
      const copy = response.clone()
      const text = `${JSON.stringify([...copy.headers])}${Buffer.from(await copy.arrayBuffer()).toString('latin1')}`
      if (canary.test(text)) hits.push(path)
      return response
    }
    const zip = join(tmpdir(), `canaries-${newId()}.zip`)
    await makeStaticCopy(look, origin, zip)
    rmSync(zip)
    const cases = references.flatMap((one) => [`/editor/cases/${one}`, `/case-status?reference=${one}`])
    for (const path of [...requested, ...questions, ...others, ...cases]) {
      if (!requested.has(path)) await look(path)
      await look(path.replace(/(\?|$)/, path.startsWith('/?') || path === '/' ? '_root.data$1' : '.data$1'))
    }

    expect(hits).toEqual([])
    expect(requested.size).toBeGreaterThan(300)
    expect(logged.filter((line) => canary.test(JSON.stringify(line)))).toEqual([])
  },
)

test(
  'no route reveals them to a visitor, or to someone without rights',
  { timeout: 300_000 },
  async ({ port, table, callers, references }) => {
    captureLog()
    expect(references).not.toEqual([])
    const hits: string[] = []
    for (const [at, kind] of (['visitor', 'pending'] as const).entries())
      for (const [row, { path }] of table.entries())
        // The short run requests the page as one and its data as the other.
        for (const address of [path, `${path === '/' ? '/_root' : path}.data`].filter((_, column) =>
          isTaken(row + at, column, 2),
        )) {
          const { cookie } = callers[kind]
          const { text, headers } = await ask(port, address, cookie ? { cookie } : {})
          if (canary.test(text) || canary.test(JSON.stringify(headers))) hits.push(`${kind} ${address}`)
        }

    expect(hits).toEqual([])
  },
)

test('someone who requests the status of a case learns nothing on the page, whether the address is right or not', async ({
  port,
  site,
  references,
}) => {
  const logged = captureLog()
  const post = (form: Record<string, string>) =>
    ask(port, '/case-status', {
      ...{ method: 'POST', origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
  const { sender_email } = await senderOf(site, references[0]!)
  const right = await post({ reference: references[0]!, email: sender_email })
  const wrong = await post({ reference: references[0]!, email: 'somebody@example.org' })

  const plain = (text: string) => text.replaceAll(sender_email, '').replaceAll('somebody@example.org', '')
  expect([right.status, plain(right.text)]).toEqual([wrong.status, plain(wrong.text)])
  expect(plain(right.text)).not.toMatch(canary)
  expect(logged.filter((line) => canary.test(JSON.stringify(line)))).toEqual([])
})

test('a letter goes to one address, and contains nobody else’s confidential words', async ({
  site,
  references,
}) => {
  expect(references).not.toEqual([])
  const mails = (await openLetters(site.db)).map(({ id: _, ...mail }) => mail)
  const about = mails.filter((mail) => canary.test(JSON.stringify(mail)))
  expect(about.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['enquiry.reply', 'enquiry.received']))
  for (const { kind, recipient, ...said } of about) {
    expect(recipient, kind).toMatch(/^[^\s,;@]+@[^\s,;@]+$/)
    const text = JSON.stringify(said)
    expect(text, kind).not.toMatch(/canary (note|remarks|hold|payer|bytes|decision)/i)
    const others = [...text.matchAll(/[\w-]+@[\w.]*example(\.org)?/g)]
      .map(([one]) => one)
      .filter((one) => one !== recipient)
    expect(others, kind).toEqual([])
  }
})

function senderOf({ db }: Site, reference: string) {
  return db
    .selectFrom('dossier')
    .select('sender_email')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
}
