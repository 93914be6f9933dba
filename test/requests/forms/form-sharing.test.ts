import { expect } from 'vitest'
import { tokenMailedTo } from '#test/makers/cases.ts'
import { fillInForm, partsFor, startInFull } from '#test/harness/form-pages.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser, seenIn, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { test } from '#test/harness/site.ts'

/** One form in several tabs and on several devices, without scripts. */

const membership = '/membership/form'
const you = `${membership}/you`

async function seenOn(browser: PlainBrowser, path = you): Promise<string> {
  const seen = seenIn((await browser.open(path)).html)
  if (seen === undefined) throw new Error('The page does not say what it shows.')
  return seen
}

/** The value of the button that decides. */
function choiceIn(html: string, how: 'use' | 'leave'): string {
  return new RegExp(`value="(\\w+:[\\w-]+:${how})"`).exec(html)?.[1] ?? ''
}

test('two tabs that change different questions lose nothing, and each shows the newest', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  await browser.post(you, { firstName: 'Asha', lastName: 'Sample', go: 'list' })
  const [first, second] = [await seenOn(browser), await seenOn(browser)]
  await browser.post(you, { firstName: 'Āśā', lastName: 'Sample', seen: first, go: 'list' })
  const list = await browser.post(you, { firstName: 'Asha', lastName: 'O’Brien', seen: second, go: 'list' })

  expect(list.path).toBe(`${membership}/tasks`)
  const { html } = await browser.open(you)
  expect(html).toContain('value="Āśā"')
  expect(html).toContain('value="O’Brien"')
  expect(html).toMatch(/Saved \d\d:\d\d IST/)
})

test('if two tabs change the same question, the page shows both until one is chosen', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  await fillInForm(browser, site, 'membership', { email: 'two-tabs@example.org' })
  const parts = await partsFor(site, 'membership', { email: 'two-tabs@example.org' })
  const fields = parts.find(({ name }) => name === 'you')!.fields
  const [first, second] = [await seenOn(browser), await seenOn(browser)]
  await browser.post(you, { ...fields, firstName: 'Āśā', seen: first, go: 'list' })
  const both = await browser.post(you, { ...fields, firstName: 'A. S.', seen: second, go: 'list' })

  expect(both.status).toBe(409)
  expect(both.text).toContain('First name: there are two different saved answers. Choose one of them.')
  expect(both.html).toContain('value="A. S."')
  expect(both.text).toMatch(/Saved \d\d:\d\d IST ?\. Both answers are saved until you choose one\. Āśā/)
  const list = await browser.open(`${membership}/tasks`)
  expect(list.text).toContain('Choose between two answers')
  const refused = await browser.post(`${membership}/check`, {})
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('First name: there are two different saved answers.')

  const again = await browser.open(you)
  expect(again.html).toContain('value="A. S."')
  const chosen = await browser.post(you, {
    ...fields,
    firstName: 'A. S.',
    seen: seenIn(again.html)!,
    choose: choiceIn(again.html, 'use'),
  })
  expect(chosen.status).toBe(200)
  expect(chosen.html).toContain('value="Āśā"')
  expect(chosen.html).not.toContain('A. S.')
  expect((await browser.post(`${membership}/check`, {})).path).toBe(`${membership}/sent`)
})

test('rows that two tabs changed are shown as two lists', async ({ site }) => {
  captureLog()
  const fellow = '/fellowship/fellow-nomination-form'
  const browser = openPlainBrowser(site)
  await startInFull(browser, fellow)
  const degree = (subject: string) => ({ 'degrees-0-degree': 'MSc', 'degrees-0-subject': subject })
  const [first, second] = [
    await seenOn(browser, `${fellow}/career`),
    await seenOn(browser, `${fellow}/career`),
  ]
  await browser.post(`${fellow}/career`, { ...degree('Optics'), seen: first, go: 'list' })
  const both = await browser.post(`${fellow}/career`, { ...degree('Acoustics'), seen: second, go: 'list' })

  expect(both.status).toBe(409)
  expect(both.html).toContain('value="Acoustics"')
  expect(both.text).toContain('Optics')
  const left = await browser.post(`${fellow}/career`, {
    ...degree('Acoustics'),
    seen: seenIn(both.html)!,
    choose: choiceIn(both.html, 'leave'),
  })
  expect(left.html).toContain('value="Acoustics"')
  expect(left.text).not.toContain('Optics')
})

test('one answer that is not right yet does not prevent saving the rest of the page', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  await browser.post(`${membership}/membership`, { category: 'life', go: 'list' })
  const long = 'x'.repeat(20_001)
  const saved = await browser.post(you, {
    ...{ firstName: 'Asha', birthDay: '31 February 1950', email: 'not an address', officeAddress: long },
    keep: '1',
  })
  expect(saved.status).toBe(200)
  const { html } = await browser.open(you)
  for (const text of ['Asha', '31 February 1950', 'not an address']) expect(html).toContain(`value="${text}"`)
  const reported = await browser.post(you, { firstName: 'Asha', officeAddress: long, go: 'list' })
  expect(reported.status).toBe(400)
  expect(reported.text).toContain(
    'Office address: we saved only the first 20,000 characters. Shorten your text.',
  )
})

test('a device that lost the form to the mailed link keeps what was typed, and joins in by the same link', async ({
  site,
}) => {
  captureLog()
  const laptop = openPlainBrowser(site)
  await laptop.post(membership, {})
  await laptop.post(you, { firstName: 'Asha', lastName: 'Sample', go: 'list' })
  const seen = await seenOn(laptop)
  await laptop.post(`${membership}/tasks`, { email: 'both@example.org' })
  const token = await tokenMailedTo(site.db, 'both@example.org')
  const phone = openPlainBrowser(site)
  await phone.open(`${membership}/resume?token=${token}`)
  expect((await laptop.open(`${membership}/tasks`)).text, 'looking at a link does nothing').toContain(
    'parts complete',
  )
  await phone.post(`${membership}/resume`, { token })
  await phone.post(you, { firstName: 'Asha', lastName: 'O’Brien', go: 'list' })

  expect((await laptop.open(`${membership}/tasks`)).text).toContain('This form is open on another device')
  const lost = await laptop.post(you, { firstName: 'Āśā', lastName: 'Sample', seen, go: 'on' })
  expect(lost.status).toBe(409)
  expect(lost.text).toContain('This form was opened on another device with the link we emailed')
  expect(lost.html).toContain('name="firstName" value="Āśā"')
  expect((await phone.open(you)).html, 'nothing was written').not.toContain('Āśā')

  const requested = await laptop.post(`${membership}/resume`, { token })
  expect(requested.text).toContain('This form is already open on another device.')
  await laptop.post(`${membership}/resume`, { token, others: 'stay' })
  expect((await phone.open(`${membership}/tasks`)).text).toContain('This form is open on 2 devices')
  const joined = await laptop.post(you, {
    ...{ firstName: 'Āśā', lastName: 'Sample', go: 'list' },
    seen: seenIn(lost.html)!,
  })
  expect(joined.path).toBe(`${membership}/tasks`)
  for (const device of [laptop, phone]) {
    const { html } = await device.open(you)
    expect(html).toContain('value="Āśā"')
    expect(html).toContain('value="O’Brien"')
  }
})

test('someone who gets a link that was opened before, from someone else, continues alone', async ({
  site,
}) => {
  captureLog()
  const attacker = openPlainBrowser(site)
  await attacker.post(membership, {})
  await attacker.post(`${membership}/tasks`, { email: 'fixing@example.net' })
  const token = await tokenMailedTo(site.db, 'fixing@example.net')
  const resume = `${membership}/resume?token=${token}`
  expect((await attacker.open(resume)).text).toContain('Anyone else who has this link can open the form too.')
  await attacker.post(`${membership}/resume`, { token })
  expect((await attacker.open(resume)).text).toContain('The form is already open in this browser.')

  const victim = openPlainBrowser(site)
  const page = await victim.open(resume)
  expect(page.text).toContain('This form is already open on another device.')
  expect(page.text).not.toContain('can then no longer open it')
  expect(page.html.indexOf('sign the other devices out</button>')).toBeLessThan(
    page.html.indexOf('Continue on all devices</button>'),
  )
  const list = await victim.post(`${membership}/resume`, { token, others: 'end' })
  expect(list.text).toContain('The form is now open in this browser only.')
  await victim.post(you, { firstName: 'Secret', go: 'list' })
  expect((await attacker.open(you)).text).not.toContain('Secret')
  expect((await attacker.post(`${membership}/resume`, { token, others: 'stay' })).status).toBe(410)
  expect((await victim.open(you)).html).toContain('value="Secret"')
})

test('a device signs the others out on the list of parts', async ({ site }) => {
  captureLog()
  const [laptop, phone] = [openPlainBrowser(site), openPlainBrowser(site)]
  await laptop.post(membership, {})
  await laptop.post(`${membership}/tasks`, { email: 'sign-out@example.org' })
  const token = await tokenMailedTo(site.db, 'sign-out@example.org')
  await laptop.post(`${membership}/resume`, { token })
  await laptop.post(you, { firstName: 'Asha', go: 'list' })
  await phone.post(`${membership}/resume`, { token, others: 'stay' })
  expect((await phone.open(you)).html).toContain('value="Asha"')
  expect((await laptop.open(`${membership}/tasks`)).text).toContain('This form is open on 2 devices')
  await laptop.post(`${membership}/tasks?do=sign-out-others`, {})

  expect((await laptop.open(you)).html).toContain('value="Asha"')
  expect((await laptop.open(`${membership}/tasks`)).text).not.toContain('2 devices')
  expect((await phone.open(`${membership}/tasks`)).text).toContain('This form is open on another device')
})

test.for(['{', '[]', '{"page":"a b","step":0,"fields":{}}', '{"page":"a","step":-1,"fields":{}}'])(
  'an unreadable report of what a page showed is refused: %s',
  async (seen, { site }) => {
    captureLog()
    const browser = openPlainBrowser(site)
    await browser.post(membership, {})
    const refused = await browser.post(you, { firstName: 'Asha', seen, go: 'list' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('value="Asha"')
  },
)
