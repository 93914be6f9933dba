import { expect } from 'vitest'
import { caseTypeNames } from '#features/casework/case-types.ts'
import { prepareActs } from '#test/models/acts.ts'
import { ask } from '#test/harness/http.ts'
import { origin } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'

/** Everything that can be done makes its own audit entry, in the transaction of the action. */

const noEntry = (because: string) => ({ entries: 0, because })
const begins = noEntry('it only starts what is recorded when it is finished')
const refused = noEntry('it is refused, and nothing has happened')

/** A started form belongs to its writer; the trail starts when it is submitted. */
const withForms = caseTypeNames.flatMap((name) => [
  ...['begin a form', 'save a part', 'discard', 'take up a form'].map((act) => [
    `${act}: ${name}`,
    noEntry('an unsubmitted form belongs to its writer'),
  ]),
  [`mail a link: ${name}`, noEntry('the letter is kept among the others')],
  [`send an empty form: ${name}`, refused],
  [`send no file: ${name}`, refused],
])

const released = { entries: 2, because: 'who decided is recorded with the move, and who released it' }

const removed = {
  entries: 2,
  because: 'who released it is recorded, and that the entry went to the bin',
}

/** Why some actions make none, or more than one. */
const others: Record<string, { entries: number; because: string }> = {
  ...(Object.fromEntries(withForms) as Record<string, typeof refused>),
  'begin with a passkey': begins,
  'begin to add a passkey': begins,
  'begin with an own passkey': begins,
  'begin to add an own passkey': begins,
  'begin an app': begins,
  'begin to send a file': begins,
  'begin to send a copy': begins,
  'store what is typed': noEntry('unsaved text belongs to its writer'),
  'check a file': noEntry('it only asks'),
  'ask how much is there': noEntry('it only asks'),
  'ask how much of a copy is there': noEntry('it only asks'),
  'cancel a copy': noEntry('an upload that never arrived cannot be discarded'),
  'cancel a file': noEntry('what was never added cannot be removed'),
  'become the first administrator when there is one': refused,
  'finish too early': refused,
  'finish a copy too early': refused,
  'bring a copy in': refused,
  'draw a cover of nothing': refused,
  'send a file of a kind that is not accepted': refused,
  'confirm the address of an application': {
    entries: 2,
    because: 'the answer is recorded, and that it moved the application',
  },
  'second a nomination': {
    entries: 2,
    because: 'the answer is recorded, and that it completed the nomination',
  },
  'say that a nomination reached the wrong person': {
    entries: 2,
    because: 'the answer is recorded, and that the nomination waits for another address',
  },
  'release a decision': released,
  'release several decisions': released,
  'release a removal': removed,
  'approve removals': removed,
  'request the status of a case': noEntry('nothing of this reference was sent from this address'),
  'erase a person': { entries: 2, because: 'the details in the trail are erased too, which is recorded' },
  'merge two people': { entries: 2, because: 'the other entry goes to the bin, which is recorded' },
  'undo a merge': { entries: 2, because: 'the other entry is restored, which is recorded' },
  'place an entry': {
    entries: 2,
    because: 'the form changes the address and the position, and each is recorded',
  },
}

test('every action makes exactly one audit entry', async ({ testSite, port, site }) => {
  const wrong: string[] = []
  const acts = await prepareActs(testSite)
  for (const { name, path, form, file, by, status = 302 } of acts) {
    const { seq } = await site.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
    const answer = await send(port, path, by, form, file)
    const entries = await site.db
      .selectFrom('audit_entry')
      .select(['action', 'actor'])
      .where('seq', '>', seq)
      .where('action', 'not like', '%.read')
      .orderBy('seq')
      .execute()
    const expected = others[name]?.entries ?? 1
    if (answer.status !== status || entries.length !== expected)
      wrong.push(`${name}: ${answer.status}, ${entries.map(({ action }) => action).join(', ') || 'no entry'}`)
  }

  expect(wrong).toEqual([])
  expect(Object.keys(others).filter((name) => !acts.some((act) => act.name === name))).toEqual([])
})

function send(
  port: number,
  path: string,
  { cookie }: Caller,
  form: Record<string, string>,
  file: string | undefined,
) {
  const headers = { origin, ...(cookie && { cookie }), method: 'POST' }
  if (file === undefined) {
    const type = 'application/x-www-form-urlencoded'
    return ask(port, path, { ...headers, 'content-type': type, body: new URLSearchParams(form).toString() })
  }
  const fields = Object.entries(form).map(([name, value]) => part(`name="${name}"`, value))
  const body = [...fields, part('name="file"; filename="people.csv"', file), '--edge--', ''].join('\r\n')
  return ask(port, path, { ...headers, 'content-type': 'multipart/form-data; boundary=edge', body })
}

function part(name: string, value: string) {
  return `--edge\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}`
}
