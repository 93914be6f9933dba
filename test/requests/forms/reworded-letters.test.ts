import { expect } from 'vitest'
import { nominationLetters } from '#features/nominations/letters.ts'
import { changeWording } from '#features/letters/wording-operations.server.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'
import { actorFor } from '#test/makers/staff.ts'

test('a reworded email whose default text has changed is marked in the list and beside the default', async ({
  site,
  callers: { admin },
}) => {
  const letter = nominationLetters.consent
  const actor = actorFor({ id: admin.id, role: 'admin' })
  if (actor.kind !== 'staff') throw new Error('An administrator is of the staff.')
  const wording = { subject: letter.subject, body: `${letter.body}\n\nWe have emailed the seconder too.` }
  const read = async (path: string) => {
    const headers = { cookie: admin.cookie }
    return (await site.respond(new Request(`${origin}${path}`, { headers }))).text()
  }
  const pages = async () => [await read('/admin/letters'), await read(`/admin/letters/${letter.key}`)]
  const marks = ['The default text may have changed', 'Compare your text with the default text']

  const earlier = { ...letter, body: `${letter.body}\n\nAn earlier default.` }
  expect(await changeWording(site.db, actor, earlier, wording, autumn)).toMatchObject({ ok: true })
  const marked = await pages()
  marks.forEach((mark, at) => expect(marked[at]).toContain(mark))
  // The preview fills the braces in; only the default text shows them.
  expect(marked[1]).toContain(`<strong>${letter.subject}</strong>`)

  await changeWording(site.db, actor, letter, wording, autumn)
  const compared = await pages()
  marks.forEach((mark, at) => expect(compared[at]).not.toContain(mark))
})
