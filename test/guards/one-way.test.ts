import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Some tasks have exactly one implementation, and no file adds another. */

interface GuardedTask {
  task: string
  /** What another implementation would look like. */
  other: RegExp
  files: string[]
  /** Where the one implementation is. */
  home: RegExp
  /** Texts that would be found. */
  planted: string[]
}

/** The identity library takes the headers of a request and answers with cookies; no browser sees them. */
const exchangesHeaders = /^app\/features\/staff\/factors\/passkey-ceremonies\.server\.ts$/

const ways: GuardedTask[] = [
  {
    task: 'what a request brings comes from begin() or given()',
    other: /\.get\((db|config|files|privateFiles|now|client|session)Context\)/,
    files: ['app/routes/**/*.{ts,tsx}', 'app/root.tsx'],
    home: /^app\/routes\/request\//,
    planted: ['const db = context.get(dbContext)', 'args.context.get(nowContext)'],
  },
  {
    task: 'cookies are read and written by routes',
    other: new RegExp(
      [
        String.raw`#server/http/cookies\.ts|from 'cookie'|\bdocument\.cookie\b`,
        String.raw`['"\`](?:set-)?cookie['"\`]|\bcookie: .*\bjoin\('; '\)|\bgetSetCookie\(`,
      ].join('|'),
      'i',
    ),
    files: ['app/{features,starter,db}/**/*.{ts,tsx}'],
    home: exchangesHeaders,
    planted: [
      "import { readCookie, writeCookie } from '#server/http/cookies.ts'",
      "import { parseSetCookie } from 'cookie'",
      "headers.append('set-cookie', line)",
      "const header = request.headers.get('cookie')",
      "return new Headers({ cookie: sent.join('; ') })",
      'return made.headers.getSetCookie()',
    ],
  },
  {
    task: 'an operation gets values, not parts of a request',
    other:
      /[:<|(]\s*(?:Readonly<)?(?:Request|Headers|URLSearchParams)\b|\bnew (?:Request|Headers)\(|\.searchParams\.(?:get|has)\(/,
    files: ['app/features/**/*.server.ts'],
    home: exchangesHeaders,
    planted: [
      '  returned: URLSearchParams,',
      'async function openSession(db: Db, { headers }: Request, now: Date) {',
      'function headersOf(client: Client): Headers {',
      'const made = await unlessRefused<{ headers: Headers; response: object }>(pending)',
      'return new Headers({ cookie: client.cookie })',
      "const state = address.searchParams.get('state')",
    ],
  },
  {
    task: 'what was done is said by a flash, not by the address',
    other: new RegExp(
      [
        // Read by a page; these names ask for something, and none of them says what was done.
        String.raw`searchParams\.(?:has|get)\(\s*'(?!(?:code|do|more|move|next|page|q|question|show|shown|state|token)')`,
        // Written by an action.
        String.raw`\bredirect(?:With)?\(\s*[\`'][^\`']*\?(?!(?:chosen|next|page|shown|token)=)`,
        String.raw`\bredirect(?:With)?\(\s*listHref\([^)]*\b(?:did|done|moved|removed|saved|sent)\b`,
        // Known to the schema of an address or a form.
        String.raw`^\s+(?:did|done|left|moved|removed|resent|saved|sent|undone): z\b`,
      ].join('|'),
      'm',
    ),
    files: ['app/routes/**/*.{ts,tsx}', 'app/features/**/*form*.ts', 'app/features/**/*query*.ts'],
    home: /^app\/routes\/request\/flash/,
    planted: [
      "const saved = args.url.searchParams.has('saved')",
      "did: url.searchParams.get('did'),",
      "return redirect('/account/profile?saved')",
      'return redirect(`/editor/entries/${id}?moved=${move}`)',
      'return redirectWith(`${page}?did=sent`, cookies)',
      'return redirect(listHref(path, { ...requested, done: move }))',
      '  removed: z.string().optional(),',
    ],
  },
  {
    task: 'what Undo restores comes from the operation, not from a query before it',
    other: /\b(?:before|former|previous)\b[^=\n]*= [^\n]*\bawait (?:find|list|read)[A-Z]/,
    files: ['app/routes/**/*.{ts,tsx}'],
    // It shows two versions beside each other.
    home: /^app\/routes\/staff\/content\/entry-versions\.tsx$/,
    planted: [
      'const before = await findBounceNote(db, actor, params.id)',
      "const before = (await findWording(db, letter)) ?? 'default'",
      'const before = grantFields(await listGrants(db, id), await readScope(db, id))',
    ],
  },
  {
    task: 'a list of the staff area is a StaffList',
    other: /<(Pagination|FilterForm)\b/,
    files: ['app/routes/staff/**/*.tsx'],
    // These show parts of one thing.
    home: /^app\/routes\/staff\/(shared\/|people-import\/|content\/entry-versions|payments\/statement-lines|cases\/case-statistics)/,
    planted: ['<Pagination page={page} pages={pages}', '<FilterForm label="Filter people">'],
  },
  {
    task: "the office's clock is known to office-time.ts",
    other: /Asia\/Kolkata|\+05:?30|\b5\.5 \* (60|3_?600|hour)|\b(19_?800_?000|330 \* 60)\b/,
    files: ['app/**/*.{ts,tsx}', '*.ts', 'scripts/*.ts'],
    home: /^app\/(office-time\.ts|db\/migrations\/)/,
    planted: [
      "shownIn(at, 'Asia/Kolkata')",
      'Date.parse(`${day}T00:00:00+05:30`)',
      'at + 5.5 * 3_600_000',
      'const offset = 5.5 * 60 * 60 * 1000',
    ],
  },
  {
    task: 'a day or a year is that of the office',
    other: /\.getUTCFullYear\(|\.toISOString\(\)\.slice\(0, (4|10)\)/,
    files: ['app/**/*.{ts,tsx}', '*.ts'],
    // An anchor of the trail is compared with clocks elsewhere, ASN.1 and certificates of keys are in UTC, and a
    // calendar file counts days without a time.
    home: /^app\/features\/(audit\/anchors\.server|certificates\/pdf-signature\/(der|signer\.server)|content\/kinds\/calendar)\.ts$/,
    planted: ['personForm(now.getUTCFullYear())', '`backup-${now.toISOString().slice(0, 10)}.zip`'],
  },
]

test.for(ways)('$task', ({ other, files, home, planted }) => {
  const read = globSync(files).filter((file) => !home.test(file) && !/\.test\.tsx?$/.test(file))
  const found = read.filter((file) => other.test(readFileSync(file, 'utf8')))

  expect(read.length).toBeGreaterThan(50)
  expect(planted.filter((text) => !other.test(text))).toEqual([])
  expect(found).toEqual([])
})
