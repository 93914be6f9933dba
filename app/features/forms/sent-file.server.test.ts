import { expect } from 'vitest'
import { claimTry } from '#server/load/throttle.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { formLimits } from './limits.ts'
import type { FileQuestion } from './questions.ts'
import { checkSentFile } from './sent-file.server.ts'

const photograph: FileQuestion = {
  ...{ kind: 'file', name: 'photograph', label: 'Photograph', types: ['jpeg'], max: 1, maxBytes: 1024 },
}
const empty = { path: '/nowhere', bytes: 0, name: 'me.jpg' }
const sender = { network: '192.0.2.0', scanCommand: undefined }

test('a file that is refused gets the sentence for its field', async ({ db }) => {
  expect(await checkSentFile(db, sender, photograph, empty, monday)).toEqual({
    ...{ ok: false, reason: 'unfit', sentence: 'Photograph: “me.jpg” is empty. Choose the file again.' },
  })
})

test('files beyond the limit of a network are refused unread, until an hour has passed', async ({ db }) => {
  const limit = formLimits['form-file']
  for (let at = 0; at < limit.max; at++) await claimTry(db, limit, sender.network, monday)
  const hourLater = new Date(monday.getTime() + limit.windowMs + 1)

  expect(await checkSentFile(db, sender, photograph, empty, monday)).toEqual({
    ...{ ok: false, reason: 'too-many' },
    sentence: 'Photograph: we received too many files from your network. Upload it again in an hour.',
  })
  expect(await checkSentFile(db, sender, photograph, empty, hourLater)).toMatchObject({ reason: 'unfit' })
})
