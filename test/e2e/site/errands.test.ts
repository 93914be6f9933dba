import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { countKeys, listKeys } from '#test/e2e/harness/count-keys.ts'
import { keyboardUserOn, type KeyboardUser } from '#test/e2e/harness/keyboard.ts'
import { refusals, test, type Office } from '#test/e2e/harness/staff-office.ts'
import { isFull } from '#test/harness/scale.ts'
import { openCallFor } from '#test/makers/award-calls.ts'
import { openCalls } from '#test/makers/cases.ts'

/**
 * What visitors come for, with the keyboard alone and without scripts, each begun at the top of the home page. The keys
 * are counted: someone who presses three in two seconds must be done within a minute.
 */

const maxKeys = 90

interface Errand {
  errand: string
  does: (keyboardUser: KeyboardUser, code: string) => Promise<unknown>
  /** What is on the page then, or the name of the file that the browser saves. */
  sees: string | RegExp
}

const errands: Errand[] = [
  {
    errand: 'find the fee for members',
    does: (keyboardUser) => search(keyboardUser, 'fee'),
    sees: /₹.5,432|INR 5432/,
  },
  {
    errand: 'find a deadline',
    does: (keyboardUser) => search(keyboardUser, 'deadline'),
    sees: /Nominations of Fellows: closes/,
  },
  {
    errand: 'read how to become a Fellow',
    does: (keyboardUser) => choose(keyboardUser, 'Fellowship', 'Fellowship'),
    sees: /Only members can be elected/,
  },
  {
    errand: 'start a nomination of a Fellow',
    does: (keyboardUser) => startForm(keyboardUser, 'Nominations of Fellows'),
    sees: 'The proposer',
  },
  {
    errand: 'start a nomination for an award',
    does: (keyboardUser) => startForm(keyboardUser, 'Nominations for the Sharma Award'),
    sees: 'The proposer',
  },
  {
    errand: 'start an application for membership',
    does: async (keyboardUser) => {
      await choose(keyboardUser, 'Membership', 'Membership Form')
      await keyboardUser.tabTo('Start the form')
      await enter(keyboardUser)
    },
    sees: 'Introduced by',
  },
  {
    errand: 'subscribe to the newsletter',
    does: async (keyboardUser) => {
      await choose(keyboardUser, 'Newsletter')
      await follow(keyboardUser, 'Get the newsletter by email')
      await write(keyboardUser, [['Email', 'mira@errand.example']])
    },
    sees: /^Check your email/,
  },
  {
    errand: 'read the newest issue of the newsletter',
    does: async (keyboardUser) => {
      await choose(keyboardUser, 'Newsletter')
      await follow(keyboardUser, /^Newsletter, volume \d+, number \d+/, /^Report/)
    },
    sees: /^Next/,
  },
  {
    errand: 'find a fellow by name',
    does: (keyboardUser) => findFellow(keyboardUser, 'adhvaryan'),
    sees: 'Design of experiments',
  },
  {
    errand: 'find a fellow by name in Devanagari',
    does: (keyboardUser) => findFellow(keyboardUser, 'अध्वर्यन'),
    sees: 'Design of experiments',
  },
  {
    errand: 'list the fellows of a state',
    does: (keyboardUser) => search(keyboardUser, 'fellows from Punjab', 'Fellows from Punjab'),
    sees: /^Showing (all )?\d+/,
  },
  {
    errand: 'find a workshop',
    does: async (keyboardUser) => {
      await choose(keyboardUser, 'Activities', 'IAPS Workshop')
      await follow(keyboardUser, 'A spectrograph from simple parts')
    },
    sees: 'Teaching laboratory',
  },
  {
    errand: 'find where a conference took place',
    does: (keyboardUser) => search(keyboardUser, 'coniaps xxx', /^30th International Conference/),
    sees: /Faridabad/,
  },
  {
    errand: 'add all dates to a calendar',
    does: async (keyboardUser) => {
      await follow(keyboardUser, 'All dates and deadlines')
      return download(keyboardUser, 'Add to your calendar (.ics)')
    },
    sees: /\.ics$/,
  },
  {
    errand: 'check a certificate',
    does: async (keyboardUser, code) => {
      await search(keyboardUser, 'certificate', 'Check a certificate')
      await write(keyboardUser, [['Code', code]])
    },
    sees: 'Dr Asha Errand',
  },
  {
    errand: 'write to the office',
    does: async (keyboardUser) => {
      await choose(keyboardUser, 'Contact Us')
      await write(keyboardUser, [
        ['Name', 'Mira'],
        ['Email', 'mira@errand.example'],
        ['Subject', 'Fees'],
        ['Message', 'How much?'],
      ])
      await keyboardUser.tabTo('Send message')
      await keyboardUser.press('Enter')
    },
    sees: 'We have received your message',
  },
  {
    errand: 'track an application',
    does: async (keyboardUser) => {
      await search(keyboardUser, 'status', 'Track an application')
      await write(keyboardUser, [
        ['Reference', 'FN-2026-0001'],
        ['Email', 'mira@errand.example'],
      ])
    },
    sees: /we have emailed you a link/,
  },
  {
    errand: 'read who votes',
    does: async (keyboardUser) => {
      await choose(keyboardUser, 'About', 'Constitution')
      await follow(keyboardUser, '9. General Body and votes')
    },
    sees: 'General Body and votes',
  },
  {
    errand: 'find the president',
    does: (keyboardUser) => search(keyboardUser, 'president', 'Executive Council'),
    sees: 'President',
  },
  {
    errand: 'come to the journal',
    does: (keyboardUser) => search(keyboardUser, 'submit a paper'),
    sees: /The journal has its own website/,
  },
  {
    errand: 'look at an album',
    does: async (keyboardUser) => {
      await choose(keyboardUser, 'Gallery')
      await follow(keyboardUser, 'Waves and sound')
    },
    sees: /^Taken at/,
  },
  {
    errand: 'sign in to My page',
    does: async (keyboardUser) => {
      await search(keyboardUser, 'my page', 'My page')
      await write(keyboardUser, [['Email', 'asha@errand.example']])
    },
    sees: 'Enter the code',
  },
]

test(
  'all errands of visitors are done by keyboard without scripts, each in at most 90 keys',
  { timeout: 420_000 },
  async ({ office, openSignedOut }) => {
    const code = await prepare(office)
    const page = await openSignedOut(office, {
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 860 },
      expected: refusals,
    })
    page.setDefaultTimeout(15_000)
    const keyboardUser = keyboardUserOn(page)
    const keys = countKeys(page)

    const counted: [string, number][] = []
    const failed: string[] = []
    for (const { errand, does, sees } of errands) {
      await page.goto('/')
      keys.count = 0
      try {
        const file = await does(keyboardUser, code)
        if (typeof file === 'string') expect(file).toMatch(sees)
        else await page.getByText(sees).first().waitFor({ timeout: 15_000 })
        counted.push([errand, keys.count])
      } catch (error) {
        failed.push(`${errand}, at ${page.url()}: ${String(error)}`)
      }
    }
    expect(failed).toEqual([])
    if (isFull) writeFileSync('docs/evidence/visitor-errands.md', report(counted))
    expect(counted.filter(([, count]) => count > maxKeys)).toEqual([])
    expect(counted.length).toBeGreaterThanOrEqual(20)
  },
)

/** Fees, open calls that do not depend on the day of the test, and a certificate. Returns its code. */
async function prepare({ db }: Office): Promise<string> {
  const now = new Date()
  await changeSettings(db, system, { fee_life_india: 'INR 5432' }, now)
  await openCalls(db, now)
  const sharma = { title: 'Nominations for the Sharma Award' }
  await openCallFor(db, now, 'prof-pr-sharma-memorial-award', sharma)
  const id = await enrolPerson(
    db,
    {
      ...{ memberNo: 'LM-ERRAND', title: 'Dr', givenName: 'Asha', familyName: 'Errand', category: 'life' },
      ...{ since: 2020, discipline: 'Physics', institution: 'Institute of Errands', city: 'Agra' },
      ...{ country: 'India', listed: false },
    },
    now,
  )
  const issued = await issueCertificate(db, system, id, { kind: 'membership' }, now)
  if (!issued.ok) throw new Error(issued.reason)
  return issued.code
}

/** Opens the menu and presses Enter at its entry, then skips to the text for what follows. */
async function choose(keyboardUser: KeyboardUser, entry: string, ...more: string[]) {
  const [inside, ...then] = more
  await keyboardUser.tabTo(entry)
  if (inside === undefined) return enter(keyboardUser)
  await keyboardUser.press('Enter')
  await keyboardUser.tabTo(inside)
  await enter(keyboardUser)
  await follow(keyboardUser, ...then)
}

/** On each page: skips the menus, and presses Enter at the link or button. */
async function follow(keyboardUser: KeyboardUser, ...names: (string | RegExp)[]) {
  for (const name of names) {
    await skip(keyboardUser)
    await keyboardUser.tabTo(name)
    await enter(keyboardUser)
  }
}

/** From the open call on the home page, which leads to its own part of a page. The pages of a form have no menus. */
async function startForm(keyboardUser: KeyboardUser, call: string) {
  await follow(keyboardUser, call)
  for (const name of ['Start the form', 'Start the form']) {
    await keyboardUser.tabTo(name)
    await enter(keyboardUser)
  }
}

/** The first stop of a page skips the menus. */
async function skip(keyboardUser: KeyboardUser) {
  await keyboardUser.press('Tab', 'Enter')
  await keyboardUser.page.waitForURL(/#main$/)
}

/** Presses the key at a link or button, and waits for the next page. */
async function enter(keyboardUser: KeyboardUser) {
  const before = keyboardUser.page.url()
  await keyboardUser.press('Enter')
  await keyboardUser.page.waitForURL(({ href }) => href !== before)
}

/** From the field of the home page, and on to a result. */
async function search(keyboardUser: KeyboardUser, words: string, result?: string | RegExp) {
  await skip(keyboardUser)
  await keyboardUser.tabTo(/^Search the whole site/)
  await keyboardUser.type(words)
  await enter(keyboardUser)
  if (result !== undefined) await follow(keyboardUser, result)
}

async function findFellow(keyboardUser: KeyboardUser, name: string) {
  await choose(keyboardUser, 'Fellowship', 'Fellows')
  await write(keyboardUser, [['Name', name]])
  await keyboardUser.page.waitForURL('**/fellows?*')
  await follow(keyboardUser, /Adhvaryan$/)
}

/** Fills in fields, and sends the form if the last one is a single line. */
async function write(keyboardUser: KeyboardUser, fields: [label: string, text: string][]) {
  if (!keyboardUser.page.url().includes('#')) await skip(keyboardUser)
  for (const [label, text] of fields) {
    await keyboardUser.tabTo(new RegExp(`^${label}`))
    await keyboardUser.type(text)
  }
  if (fields.at(-1)![0] !== 'Message') await keyboardUser.press('Enter')
}

/** Returns the name of the file that the browser saves. */
async function download(keyboardUser: KeyboardUser, name: string): Promise<string> {
  await skip(keyboardUser)
  await keyboardUser.tabTo(name)
  const [file] = await Promise.all([keyboardUser.page.waitForEvent('download'), keyboardUser.press('Enter')])
  return file.suggestedFilename()
}

function report(counted: [string, number][]): string {
  return `# Errands of visitors, by keyboard and without scripts

Counted in a browser by \`test/e2e/site/errands.test.ts\` in the full run, each from the top of the home page. Each key counts,
also each character that is typed, and every press of Tab. The seconds are those of someone who presses three keys in two
seconds; reading is not in them.

${listKeys(counted)}
`
}
