import { renderToStaticMarkup } from 'react-dom/server'
import type { Db } from '#db/tables.ts'
import { greet, LetterPage, letterText } from '#features/letters/letter-page.tsx'
import { readSettings } from '#features/settings/queries.server.ts'
import { queueLetter } from '#server/mail.server.ts'
import { letterTexts, type LetterFacts, type LetterKind } from './letter-texts.ts'

/** Leaves a letter to be sent, in the transaction of what it tells. */
export async function sendLetter<Kind extends LetterKind>(
  db: Db,
  to: { email: string; name: string },
  kind: Kind,
  facts: LetterFacts[Kind],
  now: Date,
): Promise<void> {
  const { societyName } = await readSettings(db)
  const { subject, paragraphs, action } = letterTexts[kind](facts)
  const content = { subject, greeting: greet(to.name), paragraphs, action, societyName }
  const html = `<!doctype html>${renderToStaticMarkup(<LetterPage {...content} />)}`
  await queueLetter(
    db,
    {
      kind: `staff.${kind}`,
      to: to.email,
      subject: `${subject} – ${societyName}`,
      text: letterText(content),
      html,
    },
    now,
  )
}
