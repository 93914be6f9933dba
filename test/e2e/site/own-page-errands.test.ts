import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { countKeys, listKeys } from '#test/e2e/harness/count-keys.ts'
import { handsOn, type Hands } from '#test/e2e/harness/keyboard.ts'
import { makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'
import { isFull, onlyInFull } from '#test/harness/scale.ts'
import { makeFellowWithErrands } from '#test/makers/errands.ts'
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
  does?: (hands: Hands, db: Db) => Promise<unknown>
  sees: string | RegExp
}

const errands: Errand[] = [
  { errand: 'see what the Academy holds about me', sees: /OP-\d+/ },
  { errand: 'see how long I am a member', sees: '31 March 2031' },
  { errand: 'see what I have paid', sees: 'UTR77' },
  { errand: 'see the status of my nomination as proposer', sees: /proposed by you/ },
  { errand: 'see that I was nominated', sees: /about you/ },
  { errand: 'see what waits for me', sees: 'Agree to your nomination' },
  { errand: 'open what waits for me', does: (hands) => enterAt(hands, /^Open FN-/), sees: 'For light.' },
  { errand: 'download my certificate', does: (hands) => download(hands, /^Open .*\(PDF\)$/), sees: /\.pdf$/ },
  { errand: 'download my Open Badge', does: (hands) => download(hands, /Open Badge/), sees: /\.png$/ },
  { errand: 'download a receipt', does: (hands) => download(hands, /^Open receipt/), sees: /\.pdf$/ },
  {
    errand: 'correct my phone number',
    does: (hands) => retype(hands, contact, /^Phone/, phone),
    sees: phone,
  },
  {
    errand: 'correct my postal address',
    does: (hands) => retype(hands, contact, /^Postal address/, '7 New Road'),
    sees: '7 New Road',
  },
  {
    errand: 'remove my phone number',
    does: (hands) => retype(hands, contact, /^Phone/, ''),
    sees: 'Not given',
  },
  { errand: 'see who changed my entry', sees: 'You changed your contact details.' },
  {
    errand: 'leave the public directory',
    does: (hands) => choose(hands, 'List me', 'ArrowDown'),
    sees: 'You are not listed',
  },
  {
    errand: 'join the public directory',
    does: (hands) => choose(hands, 'Do not list me', 'ArrowUp'),
    sees: 'You are listed',
  },
  { errand: 'add my ORCID iD', does: (hands) => retype(hands, orcid, /^ORCID iD/, digits), sees: digits },
  {
    errand: 'see my ORCID iD on my public page',
    does: (hands) => enterAt(hands, 'You are listed'),
    sees: digits,
  },
  {
    errand: 'learn that I mistyped my ORCID iD',
    does: (hands) => retype(hands, orcid, /^ORCID iD/, '0000-0002-1825-0098'),
    sees: 'A digit is missing or wrong.',
  },
  { errand: 'remove my ORCID iD', does: (hands) => retype(hands, orcid, /^ORCID iD/, ''), sees: 'Not given' },
  {
    errand: 'ask for another name',
    does: (hands) => retype(hands, 'name', /^Family name|^Last name/, 'Newname'),
    sees: /Newname/,
  },
  {
    errand: 'withdraw a request',
    does: (hands) => enterAt(hands, 'Withdraw this request: change of name'),
    sees: 'Withdrawn',
  },
  {
    errand: 'ask for my new institution',
    does: (hands) => retype(hands, 'institution', /^Institution/, 'Institute of Errands'),
    sees: 'Institute of Errands',
  },
  { errand: 'change my email address', does: changeAddress, sees: moved },
  { errand: 'download all my data', does: (hands) => download(hands, 'Download my data'), sees: /\.zip$/ },
  { errand: 'ask for deletion', does: askForDeletion, sees: 'Deletion of all data' },
  {
    errand: 'find out how to complain',
    does: (hands) => enterAt(hands, 'write to the office', 2),
    sees: 'Send message',
  },
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
  async ({ office, come }) => {
    const { db } = office
    const administrator = actorFor(await makePerson(office, { role: 'admin' }))
    await makeFellowWithErrands(db, administrator, me, new Date())
    const page = await come(office, {
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 860 },
      expected: refusals,
    })
    const hands = handsOn(page)
    const keys = countKeys(page)
    await signIn(hands, db)

    const counted: [string, number][] = []
    for (const { errand, does, sees } of errands) {
      await page.goto('/my-page')
      keys.count = 0
      const file = await does?.(hands, db)
      if (typeof file === 'string') expect(file, errand).toMatch(sees)
      else await page.getByText(sees).first().waitFor()
      counted.push([errand, keys.count])
    }
    if (isFull) writeFileSync('docs/evidence/errands.md', report(counted))
    expect(counted.filter(([, count]) => count > maxKeys)).toEqual([])
    expect(counted.length).toBeGreaterThanOrEqual(25)
  },
)

async function signIn(hands: Hands, db: Db) {
  await hands.page.goto('/my-page')
  await hands.tabTo('Email')
  await hands.type(me)
  await hands.press('Enter')
  await hands.page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
  await hands.tabTo('Code')
  await hands.type(await mailed(db, me, 'own-page.code'))
  await hands.press('Enter')
  await hands.page.getByRole('heading', { level: 1, name: 'My page' }).waitFor()
}

async function mailed(db: Db, email: string, kind: string): Promise<string> {
  await expect.poll(() => codeMailedTo(db, email, kind), { timeout: 20_000 }).not.toBe('')
  return codeMailedTo(db, email, kind)
}

/** Skips the menus, and presses Enter at the link or button; at the second one of this name, if it says so. */
async function enterAt(hands: Hands, name: string | RegExp, time = 1) {
  await hands.press('Tab', 'Enter')
  for (let at = 0; at < time; at++) await hands.tabTo(name)
  await hands.press('Enter')
}

/** On the page behind a link: replaces what is in the field, and sends the form. */
async function retype(hands: Hands, link: string, field: RegExp, text: string) {
  await enterAt(hands, link)
  await hands.page.waitForURL(/\/my-page\/\w+$/)
  await hands.press('Tab', 'Enter')
  await hands.tabTo(field)
  await hands.press('Control+a', 'Delete')
  await hands.type(text)
  await hands.tabTo(/^(Save|Send to the office)$/)
  await hands.press('Enter')
}

async function choose(hands: Hands, now: string, key: string) {
  await enterAt(hands, 'Change directory or newsletter')
  await hands.page.waitForURL('**/choices')
  await hands.press('Tab', 'Enter')
  await hands.tabTo(now)
  await hands.press(key)
  await hands.tabTo('Save')
  await hands.press('Enter')
}

async function changeAddress(hands: Hands, db: Db) {
  await enterAt(hands, 'Change email address')
  await hands.page.waitForURL('**/email')
  await hands.press('Tab', 'Enter')
  await hands.tabTo(/^New email address/)
  await hands.type(moved)
  await hands.press('Enter')
  await hands.page.getByText('We have emailed a code to each address.').waitFor()
  await hands.tabTo(new RegExp(`^Code from the email to ${me}`))
  await hands.type(await mailed(db, me, 'own-page.old-address'))
  await hands.tabTo(new RegExp(`^Code from the email to ${moved}`))
  await hands.type(await mailed(db, moved, 'own-page.new-address'))
  await hands.press('Enter')
}

async function askForDeletion(hands: Hands) {
  await enterAt(hands, 'Ask for deletion')
  await hands.page.waitForURL('**/deletion')
  await hands.press('Tab', 'Enter')
  await hands.tabTo('Ask for deletion')
  await hands.press('Enter')
}

async function signOutEverywhere(hands: Hands) {
  await enterAt(hands, 'Sign out everywhere')
  await hands.page.waitForURL((url) => url.pathname !== '/my-page')
  await hands.page.goto('/my-page')
}

/** Returns the name of the file that the browser saves. */
async function download(hands: Hands, name: string | RegExp): Promise<string> {
  const [file] = await Promise.all([hands.page.waitForEvent('download'), enterAt(hands, name)])
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
