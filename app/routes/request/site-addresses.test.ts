import { expect, test } from 'vitest'
import { addresses } from '#routes.ts'
import { listAddresses } from './address.ts'
import { siteAddresses } from './site-addresses.ts'

/** The page before a form and the fee of an application are the same for everyone. */
const forEveryone = ['routes/site/forms/start', 'routes/site/forms/pay']

test('every page of a started form belongs to the browser that started it', () => {
  const ofForms = listAddresses(addresses).filter(({ name }) => name.startsWith('routes/site/forms/'))
  const started = ofForms.filter(({ name }) => !forEveryone.includes(name))
  const paths = started.map(({ path = '' }) => `/${path.replaceAll(/:\w+/g, 'some-name')}`)

  expect(paths.length).toBeGreaterThanOrEqual(28)
  expect(paths.filter((path) => !siteAddresses.ofOneBrowser.test(path))).toEqual([])
})

test('the page before a form is the same for everyone', () => {
  const starts = listAddresses(addresses).filter(({ name }) => name === 'routes/site/forms/start')
  const paths = starts.map(({ path = '' }) => `/${path.replaceAll(/:\w+/g, 'some-name')}`)

  expect(paths.filter((path) => siteAddresses.ofOneBrowser.test(path))).toEqual([])
})
