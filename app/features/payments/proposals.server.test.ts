import { expect } from 'vitest'
import { bringLines, makeCaseworker, makePaying } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { listProposals } from './queries.server.ts'

test('nothing is proposed for an application closed as spam, and a line with its name is certain for nobody else', async ({
  db,
}) => {
  const editor = await makeCaseworker(db, monday)
  const reference = await makePaying(db, monday, { payNumber: 'UTR00012345' })
  const junk = await makePaying(db, monday, { payNumber: 'UTR00067890' })
  const named = { state: 'spam', subject_name: 'Tara Zachariah' }
  await db.updateTable('dossier').set(named).where('reference', '=', junk).execute()
  const lines = ['02/01/1995,500.00,UTR00012345,NEFT ZACHARIAH', '02/01/1995,500.00,UTR00067890,A GIFT']
  const id = await bringLines(db, editor, lines, monday)
  expect(await listProposals(db, editor.id, id, monday)).toMatchObject([{ reference, isCertain: false }])

  await db.updateTable('dossier').set({ subject_name: 'Asha Other' }).where('reference', '=', junk).execute()
  expect(await listProposals(db, editor.id, id, monday)).toMatchObject([{ reference, isCertain: true }])
})
