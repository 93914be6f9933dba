import { encode } from 'uqr'

/** What a letter looks like: as a page for mail programs, and as plain text for all others. */
export interface LetterContent {
  subject: string
  greeting: string
  paragraphs: string[]
  action?: { label: string; href: string } | undefined
  /** Paragraphs after the button. */
  below: string[]
  code?: ScanCode | undefined
  societyName: string
}

/** A text as a code to scan, and the same in words. */
export interface ScanCode {
  text: string
  note: string
}

export function LetterPage({
  subject,
  greeting,
  paragraphs,
  action,
  below,
  code,
  societyName,
}: LetterContent) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{subject}</title>
      </head>
      <body style={{ fontFamily: 'Georgia, serif', fontSize: '16px', lineHeight: 1.5, maxWidth: '36em' }}>
        <p>{greeting}</p>
        <Paragraphs paragraphs={paragraphs} />
        {action && (
          <>
            <p>
              <a href={action.href}>{action.label}</a>
            </p>
            <p>Or copy this address into your browser: {action.href}</p>
          </>
        )}
        <Paragraphs paragraphs={below} />
        {code && <CodeTable {...code} />}
        <p>{societyName}</p>
      </body>
    </html>
  )
}

function Paragraphs({ paragraphs }: { paragraphs: string[] }) {
  return paragraphs.map((paragraph, index) => (
    // Two paragraphs may say the same.
    // oxlint-disable-next-line react/no-array-index-key
    <p key={index} style={{ whiteSpace: 'pre-line' }}>
      {paragraph.split(reference).map(unbroken)}
    </p>
  ))
}

/** Such as FN-2026-0001; mail programs would break it after a hyphen. */
const reference = /([A-Z]{2}-\d{4}-\d{4,6})/

function unbroken(part: string, at: number) {
  if (at % 2 === 0) return part
  return (
    <span key={at} style={{ whiteSpace: 'nowrap' }}>
      {part}
    </span>
  )
}

const cell = 5

/** A table of coloured cells: mail programs show it even if they hide pictures. Equal neighbours share a cell. */
function CodeTable({ text, note }: ScanCode) {
  const { data } = encode(text, { border: 4 })
  return (
    <>
      <p>{note} Or scan this code with your app:</p>
      <table
        role="presentation"
        cellPadding={0}
        cellSpacing={0}
        style={{ borderCollapse: 'collapse', background: '#ffffff' }}
      >
        <tbody>
          {data.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {runsOf(row).map(({ start, length, isDark }) => (
                <td
                  key={start}
                  colSpan={length}
                  width={length * cell}
                  height={cell}
                  style={{
                    background: isDark ? '#000000' : '#ffffff',
                    ...{ fontSize: '1px', lineHeight: '1px' },
                  }}
                >
                  {'\u00a0'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function runsOf(row: readonly boolean[]) {
  const runs: { start: number; length: number; isDark: boolean }[] = []
  for (const [at, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (last?.isDark === isDark) last.length += 1
    else runs.push({ start: at, length: 1, isDark })
  }
  return runs
}

export function letterText({
  greeting,
  paragraphs,
  action,
  below,
  code,
  societyName,
}: LetterContent): string {
  const link = action ? [`${action.label}:\n${action.href}`] : []
  const note = code ? [code.note] : []
  return [greeting, ...paragraphs, ...link, ...below, ...note, societyName].join('\n\n') + '\n'
}

export function greet(name: string): string {
  return name ? `Dear ${name},` : 'Hello,'
}
