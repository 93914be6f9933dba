import type { Page } from 'playwright-core'

/** What a page loads with an empty cache, without pictures. */
export interface PageWeight {
  requests: number
  /** Over the wire, headers included. */
  kilobytes: number
}

/** Loads the page that is open again, as if for the first time. `without` leaves out files by their address. */
export async function weigh(page: Page, without = /^data:/): Promise<PageWeight> {
  const session = await page.context().newCDPSession(page)
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type, response: { url } }) => {
    if (type !== 'Image' && !url.startsWith('data:') && !without.test(url)) bytes.set(requestId, 0)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (bytes.has(requestId)) bytes.set(requestId, encodedDataLength)
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.reload({ waitUntil: 'networkidle' })
  await session.detach()
  const sum = [...bytes.values()].reduce((all, one) => all + one, 0)
  return { requests: bytes.size, kilobytes: Math.ceil(sum / 1024) }
}
