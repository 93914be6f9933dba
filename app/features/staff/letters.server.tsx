import { renderToStaticMarkup } from 'react-dom/server'
import type { Db } from '#db/tables.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { queueLetter } from '#server/mail.server.ts'
import { letterTexts, type LetterFacts, type LetterKind, type LetterText } from './letter-texts.ts'

/** Leaves a letter to be sent, in the transaction of what it tells. */
export async function sendLetter<Kind extends LetterKind>(
  db: Db,
  to: { email: string; name: string },
  kind: Kind,
  facts: LetterFacts[Kind],
  now: Date,
): Promise<void> {
  const { societyName } = await readSettings(db)
  const letter = letterTexts[kind](facts)
  const frame = { letter, name: to.name, societyName }
  const html = `<!doctype html>${renderToStaticMarkup(<LetterPage {...frame} />)}`
  const subject = `${letter.subject} – ${societyName}`
  await queueLetter(db, { kind: `staff.${kind}`, to: to.email, subject, text: plainLetter(frame), html }, now)
}

interface Frame {
  letter: LetterText
  name: string
  societyName: string
}

function plainLetter({ letter, name, societyName }: Frame): string {
  const action = letter.action ? [`${letter.action.label}:\n${letter.action.href}`] : []
  return [greeting(name), ...letter.paragraphs, ...action, societyName].join('\n\n') + '\n'
}

function LetterPage({ letter, name, societyName }: Frame) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{letter.subject}</title>
      </head>
      <body style={{ fontFamily: 'Georgia, serif', fontSize: '16px', lineHeight: 1.5, maxWidth: '36em' }}>
        <p>{greeting(name)}</p>
        {letter.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {letter.action && (
          <>
            <p>
              <a href={letter.action.href}>{letter.action.label}</a>
            </p>
            <p>Or copy this address into your browser: {letter.action.href}</p>
          </>
        )}
        <p>{societyName}</p>
      </body>
    </html>
  )
}

function greeting(name: string): string {
  return name ? `Dear ${name},` : 'Good day,'
}
