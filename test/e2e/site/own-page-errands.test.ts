import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { countKeys, listKeys } from '#test/e2e/harness/count-keys.ts'
import { accept, agree, enterAt, renew } from '#test/e2e/harness/keyed-errands.ts'
import { keyboardUserOn, type KeyboardUser } from '#test/e2e/harness/keyboard.ts'
import { makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'
import { isFull, onlyInFull } from '#test/harness/scale.ts'
import { electNominee, makeFellowWithErrands } from '#test/makers/errands.ts'
import { codeMailedTo } from '#test/makers/own-pages.ts'
import { actorFor } from '#test/makers/staff.ts'

/**
 * The errands of the own page with the keyboard alone and without scripts, each begun at the top of the page. The keys
 * are counted: someone who presses three in two seconds must be done within a minute.
 */

const me = 'hands@errand.example'
const moved = 'moved-hands@errand.example'
const maxKeys = 90
const phone = '+91 11 4444 5555'
const digits = '0000-0002-1825-0097'

interface Errand {
  errand: string
  /** What the office has done before. */
  prepare?: (db: Db) => Promise<unknown>
  does?: (keyboardUser: KeyboardUser, db: Db) => Promise<unknown>
  sees: string | RegExp
}

const errands: Errand[] = [
  { errand: 'see what the Academy holds about me', sees: /OP-\d+/ },
  { errand: 'see how long I am a member', sees: '31 March 2031' },
  { errand: 'see what I have paid', sees: 'UTR77' },
  { errand: 'see the status of my nomination as proposer', sees: /proposed by you/ },
  { errand: 'see that I was nominated', sees: /about you/ },
  { errand: 'see what waits for me', sees: 'Agree to your nomination' },
  {
    errand: 'open what waits for me',
    does: (keyboardUser) => enterAt(keyboardUser, /^Open FN-/),
    sees: 'For light.',
  },
  { errand: 'agree to my nomination', does: agree, sees: 'Thank you' },
  {
    errand: 'accept my election',
    prepare: (db) => electNominee(db, me, new Date()),
    does: accept,
    sees: 'Thank you',
  },
  {
    errand: 'download my certificate',
    does: (keyboardUser) => download(keyboardUser, /^Open .*\(PDF\)$/),
    sees: /\.pdf$/,
  },
  {
    errand: 'download my Open Badge',
    does: (keyboardUser) => download(keyboardUser, /Open Badge/),
    sees: /\.png$/,
  },
  {
    errand: 'download a receipt',
    does: (keyboardUser) => download(keyboardUser, /^Open receipt/),
    sees: /\.pdf$/,
  },
  {
    errand: 'correct my phone number',
    does: (keyboardUser) => retype(keyboardUser, contact, /^Phone/, phone),
    sees: phone,
  },
  {
    errand: 'correct my postal address',
    does: (keyboardUser) => retype(keyboardUser, contact, /^Postal address/, '7 New Road'),
    sees: '7 New Road',
  },
  {
    errand: 'remove my phone number',
    does: (keyboardUser) => retype(keyboardUser, contact, /^Phone/, ''),
    sees: 'Not given',
  },
  { errand: 'see who changed my entry', sees: 'You changed your contact details.' },
  {
    errand: 'leave the public directory',
    does: (keyboardUser) => choose(keyboardUser, 'List me', 'ArrowDown'),
    sees: 'You are not listed',
  },
  {
    errand: 'join the public directory',
    does: (keyboardUser) => choose(keyboardUser, 'Do not list me', 'ArrowUp'),
    sees: 'You are listed',
  },
  {
    errand: 'add my ORCID iD',
    does: (keyboardUser) => retype(keyboardUser, orcid, /^ORCID iD/, digits),
    sees: digits,
  },
  {
    errand: 'see my ORCID iD on my public page',
    does: (keyboardUser) => enterAt(keyboardUser, 'You are listed'),
    sees: digits,
  },
  {
    errand: 'learn that I mistyped my ORCID iD',
    does: (keyboardUser) => retype(keyboardUser, orcid, /^ORCID iD/, '0000-0002-1825-0098'),
    sees: 'A digit is missing or wrong.',
  },
  {
    errand: 'remove my ORCID iD',
    does: (keyboardUser) => retype(keyboardUser, orcid, /^ORCID iD/, ''),
    sees: 'Not given',
  },
  {
    errand: 'ask for another name',
    does: (keyboardUser) => retype(keyboardUser, 'name', /^Family name|^Last name/, 'Newname'),
    sees: /Newname/,
  },
  {
    errand: 'withdraw a request',
    does: (keyboardUser) => enterAt(keyboardUser, 'Withdraw this request: change of name'),
    sees: 'Withdrawn',
  },
  {
    errand: 'ask for my new institution',
    does: (keyboardUser) => retype(keyboardUser, 'institution', /^Institution/, 'Institute of Errands'),
    sees: 'Institute of Errands',
  },
  { errand: 'change my email address', does: changeAddress, sees: moved },
  {
    errand: 'download all my data',
    does: (keyboardUser) => download(keyboardUser, 'Download my data'),
    sees: /\.zip$/,
  },
  { errand: 'ask for deletion', does: askForDeletion, sees: 'Deletion of all data' },
  {
    errand: 'find out how to complain',
    does: (keyboardUser) => enterAt(keyboardUser, 'write to the office', 2),
    sees: 'Send message',
  },
  { errand: 'renew my membership', does: renew, sees: /MA-\d{4}-\d+/ },
  {
    errand: 'sign out everywhere',
    does: signOutEverywhere,
    sees: 'Email me a code',
  },
]

const contact = 'Change phone or postal address'
const orcid = 'Change ORCID iD'

test(
  'all errands are done by keyboard without scripts, each in at most 90 keys',
  { timeout: 180_000, ...onlyInFull },
  async ({ office, openSignedOut }) => {
    const { db } = office
    const administrator = actorFor(await makePerson(office, { role: 'admin' }))
    await makeFellowWithErrands(db, administrator, me, new Date())
    const page = await openSignedOut(office, {
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 860 },
      expected: refusals,
    })
    const keyboardUser = keyboardUserOn(page)
    const keys = countKeys(page)
    await signIn(keyboardUser, db)

    const counted: [string, number][] = [['sign in with a mailed code', keys.count]]
    for (const { errand, prepare, does, sees } of errands) {
      await prepare?.(db)
      await page.goto('/my-page')
      keys.count = 0
      const file = await does?.(keyboardUser, db)
      if (typeof file === 'string') expect(file, errand).toMatch(sees)
      else await page.getByText(sees).first().waitFor()
      counted.push([errand, keys.count])
    }
    if (isFull) writeFileSync('docs/evidence/errands.md', report(counted))
    expect(counted.filter(([, count]) => count > maxKeys)).toEqual([])
    expect(counted.length).toBeGreaterThanOrEqual(25)
  },
)

async function signIn(keyboardUser: KeyboardUser, db: Db) {
  await keyboardUser.page.goto('/my-page')
  await keyboardUser.tabTo('Email')
  await keyboardUser.type(me)
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
  await keyboardUser.tabTo('Code')
  await keyboardUser.type(await mailed(db, me, 'own-page.code'))
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByRole('heading', { level: 1, name: 'My page' }).waitFor()
}

async function mailed(db: Db, email: string, kind: string): Promise<string> {
  await expect.poll(() => codeMailedTo(db, email, kind), { timeout: 20_000 }).not.toBe('')
  return codeMailedTo(db, email, kind)
}

/** On the page behind a link: replaces what is in the field, and sends the form. */
async function retype(keyboardUser: KeyboardUser, link: string, field: RegExp, text: string) {
  await enterAt(keyboardUser, link)
  await keyboardUser.page.waitForURL(/\/my-page\/\w+$/)
  await keyboardUser.press('Tab', 'Enter')
  await keyboardUser.tabTo(field)
  await keyboardUser.press('Control+a', 'Delete')
  await keyboardUser.type(text)
  await keyboardUser.tabTo(/^(Save|Send to the office)$/)
  await keyboardUser.press('Enter')
}

async function choose(keyboardUser: KeyboardUser, now: string, key: string) {
  await enterAt(keyboardUser, 'Change directory or newsletter')
  await keyboardUser.page.waitForURL('**/choices')
  await keyboardUser.press('Tab', 'Enter')
  await keyboardUser.tabTo(now)
  await keyboardUser.press(key)
  await keyboardUser.tabTo('Save')
  await keyboardUser.press('Enter')
}

async function changeAddress(keyboardUser: KeyboardUser, db: Db) {
  await enterAt(keyboardUser, 'Change email address')
  await keyboardUser.page.waitForURL('**/email')
  await keyboardUser.press('Tab', 'Enter')
  await keyboardUser.tabTo(/^New email address/)
  await keyboardUser.type(moved)
  await keyboardUser.press('Enter')
  await keyboardUser.page.getByText('We have emailed a code to each address.').waitFor()
  await keyboardUser.tabTo(new RegExp(`^Code from the email to ${me}`))
  await keyboardUser.type(await mailed(db, me, 'own-page.old-address'))
  await keyboardUser.tabTo(new RegExp(`^Code from the email to ${moved}`))
  await keyboardUser.type(await mailed(db, moved, 'own-page.new-address'))
  await keyboardUser.press('Enter')
}

async function askForDeletion(keyboardUser: KeyboardUser) {
  await enterAt(keyboardUser, 'Ask for deletion')
  await keyboardUser.page.waitForURL('**/deletion')
  await keyboardUser.press('Tab', 'Enter')
  await keyboardUser.tabTo('Ask for deletion')
  await keyboardUser.press('Enter')
}

async function signOutEverywhere(keyboardUser: KeyboardUser) {
  await enterAt(keyboardUser, 'Sign out everywhere')
  await keyboardUser.page.waitForURL((url) => url.pathname !== '/my-page')
  await keyboardUser.page.goto('/my-page')
}

/** Returns the name of the file that the browser saves. */
async function download(keyboardUser: KeyboardUser, name: string | RegExp): Promise<string> {
  const [file] = await Promise.all([keyboardUser.page.waitForEvent('download'), enterAt(keyboardUser, name)])
  return file.suggestedFilename()
}

function report(counted: [string, number][]): string {
  return `# Errands of My page, by keyboard and without scripts

Counted in a browser by \`test/e2e/site/own-page-errands.test.ts\` in the full run, each from the top of My page. Each key
counts, also each character that is typed. The seconds are those of someone who presses three keys in two seconds; reading
is not in them. Errands without keys need only reading.

${listKeys(counted)}
`
}
