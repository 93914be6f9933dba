import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { countKeys, listKeys } from '#test/e2e/harness/count-keys.ts'
import { handsOn, type Hands } from '#test/e2e/harness/keyboard.ts'
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
  does: (hands: Hands, code: string) => Promise<unknown>
  /** What is on the page then, or the name of the file that the browser saves. */
  sees: string | RegExp
}

const errands: Errand[] = [
  { errand: 'find the fee for members', does: (hands) => search(hands, 'fee'), sees: /₹.5,432|INR 5432/ },
  {
    errand: 'find a deadline',
    does: (hands) => search(hands, 'deadline'),
    sees: /Nominations of Fellows: closes/,
  },
  {
    errand: 'read how to become a Fellow',
    does: (hands) => choose(hands, 'Fellowship', 'Fellowship'),
    sees: /Only members can be elected/,
  },
  {
    errand: 'start a nomination of a Fellow',
    does: (hands) => startForm(hands, 'Nominations of Fellows'),
    sees: 'The proposer',
  },
  {
    errand: 'start a nomination for an award',
    does: (hands) => startForm(hands, 'Nominations for the Sharma Award'),
    sees: 'The proposer',
  },
  {
    errand: 'start an application for membership',
    does: async (hands) => {
      await choose(hands, 'Membership', 'Membership Form')
      await hands.tabTo('Start the form')
      await enter(hands)
    },
    sees: 'Introduced by',
  },
  {
    errand: 'subscribe to the newsletter',
    does: async (hands) => {
      await choose(hands, 'Newsletter')
      await follow(hands, 'Get the newsletter by email')
      await write(hands, [['Email', 'mira@errand.example']])
    },
    sees: /^Check your email/,
  },
  {
    errand: 'read the newest issue of the newsletter',
    does: async (hands) => {
      await choose(hands, 'Newsletter')
      await follow(hands, /^Newsletter, volume \d+, number \d+/, /^Report/)
    },
    sees: /^Next/,
  },
  {
    errand: 'find a fellow by name',
    does: (hands) => findFellow(hands, 'adhvaryan'),
    sees: 'Design of experiments',
  },
  {
    errand: 'find a fellow by name in Devanagari',
    does: (hands) => findFellow(hands, 'अध्वर्यन'),
    sees: 'Design of experiments',
  },
  {
    errand: 'list the fellows of a state',
    does: (hands) => search(hands, 'fellows from Punjab', 'Fellows from Punjab'),
    sees: /^Showing (all )?\d+/,
  },
  {
    errand: 'find a workshop',
    does: async (hands) => {
      await choose(hands, 'Activities', 'IAPS Workshop')
      await follow(hands, 'A spectrograph from simple parts')
    },
    sees: 'Teaching laboratory',
  },
  {
    errand: 'find where a conference took place',
    does: (hands) => search(hands, 'coniaps xxx', /^30th International Conference/),
    sees: /Faridabad/,
  },
  {
    errand: 'add all dates to a calendar',
    does: async (hands) => {
      await follow(hands, 'All dates and deadlines')
      return download(hands, 'Add to your calendar (.ics)')
    },
    sees: /\.ics$/,
  },
  {
    errand: 'check a certificate',
    does: async (hands, code) => {
      await search(hands, 'certificate', 'Check a certificate')
      await write(hands, [['Code', code]])
    },
    sees: 'Dr Asha Errand',
  },
  {
    errand: 'write to the office',
    does: async (hands) => {
      await choose(hands, 'Contact Us')
      await write(hands, [
        ['Name', 'Mira'],
        ['Email', 'mira@errand.example'],
        ['Subject', 'Fees'],
        ['Message', 'How much?'],
      ])
      await hands.tabTo('Send message')
      await hands.press('Enter')
    },
    sees: 'We have received your message',
  },
  {
    errand: 'track an application',
    does: async (hands) => {
      await search(hands, 'status', 'Track an application')
      await write(hands, [
        ['Reference', 'FN-2026-0001'],
        ['Email', 'mira@errand.example'],
      ])
    },
    sees: /we have emailed you a link/,
  },
  {
    errand: 'read who votes',
    does: async (hands) => {
      await choose(hands, 'About', 'Constitution')
      await follow(hands, '9. General Body and votes')
    },
    sees: 'General Body and votes',
  },
  {
    errand: 'find the president',
    does: (hands) => search(hands, 'president', 'Executive Council'),
    sees: 'President',
  },
  {
    errand: 'come to the journal',
    does: (hands) => search(hands, 'submit a paper'),
    sees: /The journal has its own website/,
  },
  {
    errand: 'look at an album',
    does: async (hands) => {
      await choose(hands, 'Gallery')
      await follow(hands, 'Waves and sound')
    },
    sees: /^Taken at/,
  },
  {
    errand: 'sign in to My page',
    does: async (hands) => {
      await search(hands, 'my page', 'My page')
      await write(hands, [['Email', 'asha@errand.example']])
    },
    sees: 'Enter the code',
  },
]

test(
  'all errands of visitors are done by keyboard without scripts, each in at most 90 keys',
  { timeout: 420_000 },
  async ({ office, come }) => {
    const code = await prepare(office)
    const page = await come(office, {
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 860 },
      expected: refusals,
    })
    page.setDefaultTimeout(15_000)
    const hands = handsOn(page)
    const keys = countKeys(page)

    const counted: [string, number][] = []
    const failed: string[] = []
    for (const { errand, does, sees } of errands) {
      await page.goto('/')
      keys.count = 0
      try {
        const file = await does(hands, code)
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
async function choose(hands: Hands, entry: string, ...more: string[]) {
  const [inside, ...then] = more
  await hands.tabTo(entry)
  if (inside === undefined) return enter(hands)
  await hands.press('Enter')
  await hands.tabTo(inside)
  await enter(hands)
  await follow(hands, ...then)
}

/** On each page: skips the menus, and presses Enter at the link or button. */
async function follow(hands: Hands, ...names: (string | RegExp)[]) {
  for (const name of names) {
    await skip(hands)
    await hands.tabTo(name)
    await enter(hands)
  }
}

/** From the open call on the home page, which leads to its own part of a page. The pages of a form have no menus. */
async function startForm(hands: Hands, call: string) {
  await follow(hands, call)
  for (const name of ['Start the form', 'Start the form']) {
    await hands.tabTo(name)
    await enter(hands)
  }
}

/** The first stop of a page skips the menus. */
async function skip(hands: Hands) {
  await hands.press('Tab', 'Enter')
  await hands.page.waitForURL(/#main$/)
}

/** Presses the key at a link or button, and waits for the next page. */
async function enter(hands: Hands) {
  const before = hands.page.url()
  await hands.press('Enter')
  await hands.page.waitForURL(({ href }) => href !== before)
}

/** From the field of the home page, and on to a result. */
async function search(hands: Hands, words: string, result?: string | RegExp) {
  await skip(hands)
  await hands.tabTo(/^Search the whole site/)
  await hands.type(words)
  await enter(hands)
  if (result !== undefined) await follow(hands, result)
}

async function findFellow(hands: Hands, name: string) {
  await choose(hands, 'Fellowship', 'Fellows')
  await write(hands, [['Name', name]])
  await hands.page.waitForURL('**/fellows?*')
  await follow(hands, /Adhvaryan$/)
}

/** Fills in fields, and sends the form if the last one is a single line. */
async function write(hands: Hands, fields: [label: string, text: string][]) {
  if (!hands.page.url().includes('#')) await skip(hands)
  for (const [label, text] of fields) {
    await hands.tabTo(new RegExp(`^${label}`))
    await hands.type(text)
  }
  if (fields.at(-1)![0] !== 'Message') await hands.press('Enter')
}

/** Returns the name of the file that the browser saves. */
async function download(hands: Hands, name: string): Promise<string> {
  await skip(hands)
  await hands.tabTo(name)
  const [file] = await Promise.all([hands.page.waitForEvent('download'), hands.press('Enter')])
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
