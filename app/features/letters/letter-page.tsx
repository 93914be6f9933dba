/** What a letter looks like: as a page for mail programs, and as plain text for all others. */
export interface LetterContent {
  subject: string
  greeting: string
  paragraphs: string[]
  action?: { label: string; href: string } | undefined
  societyName: string
}

export function LetterPage({ subject, greeting, paragraphs, action, societyName }: LetterContent) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{subject}</title>
      </head>
      <body style={{ fontFamily: 'Georgia, serif', fontSize: '16px', lineHeight: 1.5, maxWidth: '36em' }}>
        <p>{greeting}</p>
        {paragraphs.map((paragraph, index) => (
          // Two paragraphs may say the same.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index} style={{ whiteSpace: 'pre-line' }}>
            {paragraph}
          </p>
        ))}
        {action && (
          <>
            <p>
              <a href={action.href}>{action.label}</a>
            </p>
            <p>Or copy this address into your browser: {action.href}</p>
          </>
        )}
        <p>{societyName}</p>
      </body>
    </html>
  )
}

export function letterText({ greeting, paragraphs, action, societyName }: LetterContent): string {
  const link = action ? [`${action.label}:\n${action.href}`] : []
  return [greeting, ...paragraphs, ...link, societyName].join('\n\n') + '\n'
}

export function greet(name: string): string {
  return name ? `Dear ${name},` : 'Hello,'
}
