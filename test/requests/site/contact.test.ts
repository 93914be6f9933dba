import { expect } from 'vitest'
import { test } from '#test/harness/site.ts'

test('a journalist finds the facts, the full name and a logo on the contact page', async ({ visit }) => {
  const html = await (await visit('/contact-us')).text()
  const [, press = ''] = html.split('<h2 id="press">For the press</h2>')
  const links = [...press.split('</section>')[0]!.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)

  expect(links).toEqual([
    '/iaps',
    '/iaps/history',
    '/fellowship/figures',
    '/news',
    '/icon.svg',
    '/icon-512.png',
  ])
  for (const href of links.slice(0, 4)) expect((await visit(href)).status, href).toBe(200)
  expect(press).toContain('International Academy of Physical Sciences')
})
