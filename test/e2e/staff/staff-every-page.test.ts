import { makeFailedJob } from '#test/makers/failed-jobs.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sendNewsletterLetter } from '#features/newsletter/operations.server.ts'
import { addSubscribers, makeIssue } from '#test/makers/newsletters.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { bringLines, makeCase } from '#test/makers/casework.ts'
import { actorFor } from '#test/makers/staff.ts'
import { checkedCopy } from '#test/makers/route-addresses.ts'
import { isFull, isTaken, onlyInFull } from '#test/harness/scale.ts'
import { sendOne } from '#test/makers/enquiries.ts'
import { axeFaultsInSweep, layoutFaults } from '#test/e2e/harness/faults.ts'
import { phone, tablet, wide } from '#test/e2e/harness/harness.ts'
import { pagesOf } from '#test/e2e/harness/hydrated-pages.ts'
import { showDetails } from '#test/e2e/harness/writing.ts'
import {
  hydrated,
  makeCaseworker,
  makePerson,
  refusals,
  setUpApp,
  test,
  type Office,
} from '#test/e2e/harness/staff-office.ts'

const limitMs = isFull ? 1_200_000 : 420_000

type State = [name: string, reach: (page: Page) => Promise<unknown>]

const open = (path: string): State => [path, (page) => page.goto(path)]

/** States that look like another one, such as an empty list or a refused form. */
const alike = (...states: State[]) => (isFull ? states : [])

/** Every sign-in page, and what it looks like when something is wrong. */
const outside: State[] = [
  open('/admin/admin-editor-login'),
  open('/admin/forgotten-password'),
  open('/admin/link/first-admin?token=x'),
  ...alike(
    open('/admin/link/invite?token=x'),
    open('/admin/link/reset?token=x'),
    open('/admin/link/verify?token=x'),
    open('/admin/link/sign-in?token=x'),
  ),
  [
    'sign-in, refused',
    async (page) => {
      await page.goto('/admin/admin-editor-login')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').getByText('Enter your password.').waitFor()
    },
  ],
  ...alike([
    'sign-up, refused',
    async (page) => {
      await page.goto('/admin/admin-editor-login')
      await page.locator('summary', { hasText: 'Request an account' }).click()
      await page.locator('form button', { hasText: 'Request an account' }).click()
      await page.getByRole('alert').getByText('Enter your name.').waitFor()
    },
  ]),
  ...alike([
    'forgotten password, sent',
    async (page) => {
      await page.goto('/admin/forgotten-password')
      await page.getByLabel('Email').fill('nobody@example.org')
      await page.getByRole('button', { name: 'Send a password link' }).click()
      await page.getByText('If there is an account').waitFor()
    },
  ]),
]

/** The library, one of its pictures and one of its documents, and what a refused file looks like. */
const media: State[] = [
  open('/editor/media'),
  ...alike(open('/editor/media?view=list'), open('/editor/media?q=zzzz&kind=document')),
  [
    'a picture',
    async (page) => {
      await page.goto('/editor/media?kind=picture')
      await page.locator('main ul a').first().click()
      await page.getByLabel('From the left, %').waitFor()
    },
  ],
  [
    'a document',
    async (page) => {
      await page.goto('/editor/media?kind=document')
      await page.locator('main ul a').first().click()
      await page.getByText('Create a picture of the first page').waitFor()
    },
  ],
  ...alike([
    'a refused file',
    async (page) => {
      await page.goto('/editor/media')
      await hydrated(page)
      const bad = { name: 'bad.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
      await page.getByLabel('Add files').setInputFiles(bad)
      await page.getByText('We cannot use this type of file').waitFor()
    },
  ]),
]

const openFirst = (kind: string, then: (page: Page) => Promise<unknown>): State[1] => {
  return async (page) => {
    await page.goto(`/editor/content/${kind}`)
    await page.locator('tbody th a').first().click()
    await page.locator('button:enabled', { hasText: /^Save$/ }).waitFor()
    await showDetails(page)
    await then(page)
  }
}
const nothingMore = async () => undefined

/** The lists and the editing pages of entries; all kinds share them, so some stand for all. */
const content: State[] = [
  open('/editor/content/news'),
  ...alike(open('/editor/content/recipient?q=zzzz'), open('/editor/content/award?state=binned')),
  open('/editor/content/recipient/new'),
  [
    'a new entry, refused',
    async (page) => {
      await page.goto('/editor/content/news/new')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByRole('alert').getByText('Enter a title.').waitFor()
    },
  ],
  ['a page', openFirst('page', (page) => page.getByRole('toolbar').first().waitFor())],
  ['a conference', openFirst('conference', nothingMore)],
  ...alike(['an album', openFirst('album', nothingMore)]),
  [
    'a picture being chosen',
    openFirst('album', async (page) => {
      await page.locator('#photos\\.0\\.alt').press('Enter')
      await page.getByRole('button', { name: 'Choose another' }).first().click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    }),
  ],
  ...alike([
    'the address of an entry',
    openFirst('news', (page) => page.locator('summary', { hasText: 'Address and order' }).click()),
  ]),
  ...alike([
    'a save, refused',
    openFirst('call', async (page) => {
      await page.getByLabel('Where to apply').fill('nowhere')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('alert').getByText('Enter an address').waitFor()
    }),
  ]),
  [
    'the versions of an entry',
    openFirst('award', async (page) => {
      await page.getByRole('link', { name: 'Versions and history' }).click()
      await page.getByRole('heading', { name: 'All versions' }).waitFor()
    }),
  ],
  [
    'a preview to share',
    openFirst('award', async (page) => {
      await page.getByRole('link', { name: 'Share a preview' }).click()
      await page.getByRole('button', { name: 'Create a link' }).click()
      await page.getByRole('textbox', { name: 'Link' }).waitFor()
    }),
  ],
]

/** The list of cases, one of them and the forms of their moves; bank statements. */
const cases: State[] = [
  open('/editor/cases'),
  ...alike(open('/editor/cases?q=zzzz')),
  [
    'a case',
    async (page) => {
      await page.goto('/editor/cases?process=fellow&state=complete')
      await page.locator('tbody th a').first().click()
      await page.locator('summary', { hasText: 'Refer' }).click()
    },
  ],
  ...alike([
    'a move, refused',
    async (page) => {
      await page.goto('/editor/cases?process=fellow&state=complete')
      await page.locator('tbody th a').first().click()
      await page.locator('summary', { hasText: 'Return for correction' }).click()
      await page.locator('form button', { hasText: 'Return for correction' }).click()
      await page.getByRole('alert').getByText('What needs correcting: this field is required.').waitFor()
    },
  ]),
  [
    'several moves, asking',
    async (page) => {
      await page.goto('/editor/cases?process=fellow&state=complete')
      await hydrated(page)
      await page.locator('tbody input[type=checkbox]').first().check()
      await page.getByRole('button', { name: 'Refer' }).click()
      await page.getByLabel('Section or committee').waitFor()
    },
  ],
  open('/editor/cases/statistics'),
  open('/editor/payments'),
  [
    'a statement',
    async (page) => {
      await page.goto('/editor/payments')
      await page.locator('tbody th a').first().click()
      await page.getByRole('heading', { name: 'Match by hand' }).waitFor()
    },
  ],
]

const editors: State[] = [
  ...cases,
  open('/editor/links'),
  open('/editor/facts'),
  ...media,
  ...content,
  open('/editor/dashboard'),
  ...alike(open('/editor/enquiries?queue=closed')),
  open('/editor/enquiries'),
  [
    'an enquiry, its reply refused',
    async (page) => {
      await page.goto('/editor/enquiries?queue=new')
      await page.locator('tbody th a').first().click()
      await page.getByRole('button', { name: 'Send reply' }).click()
      await page.getByRole('alert').getByText('Reply: enter your reply').waitFor()
    },
  ],
  ...alike([
    'a held enquiry',
    async (page) => {
      await page.goto('/editor/enquiries?queue=held')
      await page.locator('#rows tbody th a').first().click()
      await page.getByText('This may be automated spam').waitFor()
    },
  ]),
  open('/editor/subscribers'),
  open('/editor/people'),
  ...alike(open('/editor/people?q=zzzz'), open('/editor/people?state=bin')),
  open('/editor/people/new'),
  ...alike([
    'a new person, refused',
    async (page) => {
      await page.goto('/editor/people/new')
      await page.getByRole('button', { name: 'Add to the register' }).click()
      await page.getByRole('alert').getByText('Enter the family name.').waitFor()
    },
  ]),
  [
    'a person in the register',
    async (page) => {
      await page.goto('/editor/people')
      await page.locator('tbody th a').first().click()
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    },
  ],
  ...alike(open('/admin/dashboard'), open('/admin/audit'), open('/account/password')),
  open('/editor/visits'),
  ['second factor, set up', setUpApp],
  open('/account/factors'),
]

const pendings: State[] = [open('/account/profile')]

function administrators({ editor, waiting, letter, copy, issue }: People): State[] {
  return [
    open('/admin/dashboard'),
    open('/admin/staff'),
    ...alike(open('/admin/staff?search=nobody+at+all')),
    open(`/admin/staff/${editor.id}`),
    [
      'approval, refused',
      async (page) => {
        await page.goto(`/admin/staff/${waiting.id}`)
        await page.getByRole('button', { name: 'Approve' }).click()
        await page.getByRole('alert').getByText('Enter a reason.').waitFor()
      },
    ],
    [
      'the certificates of a person',
      async (page) => {
        await page.goto('/editor/people?grade=fellow')
        await page.locator('tbody th a').first().click()
        await page.getByRole('link', { name: 'Issue or revoke certificates' }).click()
        await page.getByRole('heading', { name: 'Issue or revoke' }).waitFor()
      },
    ],
    open('/admin/settings'),
    ...alike(open('/admin/settings/nominations')),
    open('/admin/settings/officers'),
    [
      'settings, refused',
      async (page) => {
        await page.goto('/admin/settings/networks')
        await page.getByRole('textbox', { name: 'Facebook' }).fill('x')
        await page.getByRole('button', { name: 'Save settings' }).click()
        await page.getByRole('alert').getByText('The Facebook address').waitFor()
      },
    ],
    ...alike([
      'settings, saved',
      async (page) => {
        await page.goto('/admin/settings/membership')
        await page.getByRole('button', { name: 'Save settings' }).click()
        await page.getByRole('status').getByText('Settings saved.').waitFor()
      },
    ]),
    ...alike(open('/editor/links')),
    open('/admin/menu'),
    ...alike([
      'menu, refused',
      async (page) => {
        await page.goto('/admin/menu')
        await page.getByRole('button', { name: 'Add to the menu' }).click()
        await page.getByRole('alert').getByText('Enter a label.').waitFor()
      },
    ]),
    open('/admin/rulebooks'),
    open('/admin/site-copy'),
    open(`/admin/site-copy/import/${copy}`),
    open('/admin/samples'),
    open('/admin/privacy'),
    open('/admin/letters'),
    open('/admin/letters/nomination.consent'),
    open('/admin/mail'),
    open(`/admin/newsletters/${issue}`),
    open(`/admin/mail/${letter}`),
    open('/admin/audit'),
    ...alike(open('/admin/audit?q=zzzz')),
    open('/admin/system'),
    open('/account/profile'),
    open('/account/password'),
    ...alike([
      'second factor, started',
      async (page) => {
        await page.goto('/account/factors')
        const begin = page.getByRole('button', { name: 'Set up an app' })
        if (await begin.isVisible()) await begin.click()
        await page.getByLabel('Code from your app').waitFor()
      },
    ]),
    open('/account/sessions'),
    open('/account/confirm?next=/admin/staff'),
    [
      'palette',
      async (page) => {
        await page.goto('/admin/dashboard')
        await hydrated(page)
        await page.getByRole('button', { name: 'Jump to' }).click()
        await page.getByRole('dialog').waitFor()
        await page.keyboard.type('award')
        await page.getByRole('group', { name: 'Content' }).waitFor()
      },
    ],
  ]
}

type People = Awaited<ReturnType<typeof fill>>
type Visit = { who: string; as?: 'waiting' | 'editor' | 'admin'; states: (people: People) => State[] }

const visits: Visit[] = [
  { who: 'anybody', states: () => outside },
  { who: 'a pending account', as: 'waiting', states: () => pendings },
  { who: 'an editor', as: 'editor', states: () => editors },
  { who: 'an administrator', as: 'admin', states: administrators },
]

/** In the short run axe checks every second state on the wide screen, in the dark theme every third of these. */
test.for(visits)(
  'of what $who sees in the staff area no page or state that this run takes has faults on any screen, also for axe',
  { timeout: limitMs },
  async ({ as, states }, { office, openSignedOut, openSignedIn }) => {
    const people = await fill(office)
    const look = { reducedMotion: 'reduce', colorScheme: 'light', expected: refusals } as const
    const page = as ? await openSignedIn(office, people[as], look) : await openSignedOut(office, look)
    expect(await sweep(page, states(people))).toEqual([])
  },
)

/** Pages that nobody thought of above. */
test(
  'every other page of the route table that hydrates has no faults on every screen, in both themes',
  { ...onlyInFull, timeout: limitMs },
  async ({ office, openSignedOut }) => {
    const page = await openSignedOut(office, {
      reducedMotion: 'reduce',
      colorScheme: 'light',
      expected: refusals,
    })
    const people = await fill(office)
    const opened = new Set([...editors, ...pendings, ...administrators(people)].map(([name]) => name))
    const pages = (await pagesOf(office)).filter(
      ({ path }) => /^\/(admin|editor|account)\//.test(path) && !opened.has(path),
    )
    const paths = pages.map(({ path }) => path).join(' ')
    for (const part of ['requests', 'duplicates', 'helpers', 'decision', 'records', 'templates'])
      expect(paths).toMatch(new RegExp(`/${part}( |$)`))
    const reference = await makeCase(office.db, new Date(), { state: 'complete' })
    const print: State = open(`/editor/cases/${reference}/print`)
    const states = pages.map(({ path, open }): State => [path, open])
    expect(await sweep(page, [...states, print])).toEqual([])
  },
)

async function fill(office: Office) {
  const admin = await makePerson(office, { role: 'admin', name: 'Asha Rao' })
  const editor = await makeCaseworker(office, { role: 'editor', name: 'Meera Iyer' })
  const waiting = await makePerson(office, { state: 'pending', name: 'Vikram Sen' })
  await sendOne(office.db, new Date(), { subject: 'When does the next conference begin?' })
  for (let time = 0; time < 12; time++) await sendOne(office.db, new Date(), { homepage: 'x' })
  await sendNewsletterLetter(office.db, office.address, { email: 'tara.nair@example.org' }, new Date())
  const text = `Choose a password:\n${office.address}/admin/link/reset?token=${'x'.repeat(43)}`
  const letter = await queueLetter(
    office.db,
    { kind: 'test', to: editor.email, subject: 'Choose a new password', text, html: '' },
    new Date(),
  )
  const worker = actorFor({ id: editor.id, role: 'editor' })
  await makeCase(office.db, new Date(), {
    state: 'complete',
    changes: { proposerInstitution: 'Sample Institute' },
  })
  // Longer words than the other's, in a list that shows both.
  await makeCase(office.db, new Date(), { process: 'membership' })
  await bringLines(office.db, worker, ['2026-11-02,500,UTR00000001,A SAMPLE'], new Date())
  await makeFailedJob(office.db, new Date())
  const issue = await makeIssue(office.db, actorFor({ id: admin.id, role: 'admin' }), new Date())
  await addSubscribers(office.db, 3, new Date())
  return { admin, editor, waiting, letter, copy: await checkedCopy(office.db), issue: issue.id }
}

async function sweep(page: Page, states: State[]) {
  const faults: string[] = []
  for (const [at, [name, reach]] of states.entries()) {
    await page.setViewportSize(wide)
    await reach(page)
    await page.evaluate(() => document.fonts.ready)
    for (const { size, viewport, axe } of screens) {
      await page.setViewportSize(viewport)
      const found = await layoutFaults(page)
      if (axe && isTaken(at, 0, 3)) found.push(...(await axeFaultsInSweep(page, at / 3)))
      faults.push(...found.map((fault) => `${name} on a ${size} ${fault}`))
    }
  }
  return faults
}

const screens = [
  { size: 'phone', viewport: phone, axe: isFull },
  { size: 'tablet', viewport: tablet, axe: isFull },
  { size: 'wide screen', viewport: wide, axe: true },
]
