import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { prose } from '#starter/prose.ts'
import { makeOffice } from '#test/makers/content.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { adviseOn } from '#features/content/entry/advice.server.ts'
import { listBrokenLinks } from './links.server.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { publishEntry, saveEntry } from '#features/content/entry/operations.server.ts'
import { addRedirect, listRedirects, removeRedirect } from './redirect-operations.server.ts'
import { findRedirect, leaveRedirect } from './redirects.server.ts'
import type { EntryMove } from '#features/content/entry/workflow.ts'

const home = 'https://www.academy.example'

test('a broken link is listed with its words, a working one is not', async ({ db }) => {
  const id = await publishNews(
    db,
    'First',
    'Read [the rules](/pages/rules?x=1#end), [the home](/) and [more](/news/second).',
  )
  await publishNews(
    db,
    'Second',
    'Nothing, but [mail](mailto:a@example.org) and [abroad](https://example.org/x).',
  )

  expect(await listBrokenLinks(db, home)).toEqual({
    total: 1,
    links: [
      {
        entryId: id,
        kind: 'news',
        title: 'First',
        words: 'the rules',
        leadsTo: 'page',
        target: '/pages/rules',
      },
    ],
  })
})

test('a full link to one of our pages is checked as well', async ({ db }) => {
  await publishNews(
    db,
    'First',
    [
      'Read [the rules](https://Academy.example/pages/rules?x=1), [it](http://www.academy.example/news/first),',
      '[a file](https://www.academy.example/files/gone/a.pdf), [theirs](https://academy.example.org/pages/rules)',
      'and [other](https://academy.example:8443/pages/rules).',
    ].join(' '),
  )

  const { links, total } = await listBrokenLinks(db, home)
  expect(total).toBe(2)
  expect(new Map(links.map(({ words, target }) => [words, target]))).toEqual(
    new Map([
      ['a file', 'https://www.academy.example/files/gone/a.pdf'],
      ['the rules', 'https://academy.example/pages/rules'],
    ]),
  )
  const data = newsOf(
    'Second',
    'Read [the rules](https://academy.example/pages/rules) and [it](/news/first).',
  )
  expect((await adviseOn(db, 'news', data, home)).map(({ blocks, sentence }) => [blocks, sentence])).toEqual([
    [false, 'There is no page at https://academy.example/pages/rules. Correct the link.'],
  ])
})

test('a former address still leads somewhere', async ({ db }) => {
  await publishNews(db, 'First', 'Read [the rules](/pages/rules).')
  await leaveRedirect(db, '/pages/rules', '/membership/rules', monday)

  expect((await listBrokenLinks(db, home)).links).toEqual([])
})

test('a picture whose file is missing is listed by its description', async ({ db }) => {
  const picture = { file: 'gone', alt: 'A lamp' }
  const data = { title: 'Lamp', publishedOn: '1995-01-01', summary: 'Light.', picture }
  await publishEntry(db, { kind: 'news', slug: 'lamp', data }, monday)

  expect((await listBrokenLinks(db, home)).links).toMatchObject([
    { words: 'A lamp', leadsTo: 'file', target: 'gone' },
  ])
})

test('a draft is not listed, because visitors do not see it', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const id = await publishNews(db, 'First', 'Nothing.')
  const data = newsOf('First', 'Read [the rules](/pages/rules).')
  expect(await saveEntry(db, admin, { id, base: 1, data }, monday)).toMatchObject({ ok: true })

  expect((await listBrokenLinks(db, home)).total).toBe(0)
})

test('the list follows every change of what visitors see', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const id = await publishNews(db, 'First', 'Read [the rules](/pages/rules).')
  const broken = async () => (await listBrokenLinks(db, home)).links.map(({ target }) => target)
  const move = (move: EntryMove, version: number) => moveEntry(db, admin, { id, move, version }, monday)
  expect(await broken()).toEqual(['/pages/rules'])

  const data = newsOf('First', 'Read [the terms](/pages/terms) and [more](/pages/more).')
  expect(await saveEntry(db, admin, { id, base: 1, data }, monday)).toMatchObject({ ok: true })
  expect(await broken()).toEqual(['/pages/rules'])
  expect(await move('publish', 2)).toEqual({ ok: true })
  expect((await broken()).toSorted()).toEqual(['/pages/more', '/pages/terms'])
  expect(await move('archive', 2)).toEqual({ ok: true })
  expect(await broken()).toEqual([])
  expect(await move('publish', 2)).toEqual({ ok: true })
  expect(await broken()).toHaveLength(2)
})

test('a manual redirect works, is listed and recorded, and can be removed', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  await leaveRedirect(db, '/rules.html', '/membership/rules', monday)

  const redirect = { from: '/old.html', to: '/rules.html' }
  expect(await addRedirect(db, admin, redirect, monday)).toMatchObject({ ok: true })
  expect(await findRedirect(db, '/old.html')).toBe('/membership/rules')
  expect((await listRedirects(db, 1)).redirects.map(({ from, isDead }) => [from, isDead])).toEqual([
    ['/old.html', false],
    ['/rules.html', false],
  ])
  expect(await removeRedirect(db, admin, { from: '/old.html' }, monday)).toEqual({
    ok: true,
    to: '/membership/rules',
  })
  expect(await findRedirect(db, '/old.html')).toBeUndefined()
  expect(await removeRedirect(db, admin, { from: '/old.html' }, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await listActions(db)).toEqual(expect.arrayContaining(['redirect.added', 'redirect.removed']))
})

test('Undo of a redirect is refused once it leads elsewhere', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const from = '/old.html'
  const redirect = async (to: string) => {
    const outcome = await addRedirect(db, admin, { from, to }, monday)
    if (!outcome.ok) throw new Error(outcome.reason)
    return outcome
  }
  const mine = await redirect('/news')
  await removeRedirect(db, admin, { from }, monday)
  const theirs = await redirect('/awards')

  const undo = ({ shownHash }: typeof mine) => removeRedirect(db, admin, { from, shownHash }, monday)
  expect(await undo(mine)).toEqual({ ok: false, reason: 'conflict' })
  expect(await findRedirect(db, from)).toBe('/awards')
  expect(await undo(theirs)).toEqual({ ok: true, to: '/awards' })
})

test.for([
  ['/news', '/awards', 'in-use'],
  ['/admin/old', '/awards', 'reserved'],
  ['/', '/awards', 'reserved'],
  ['/old', '/old', 'same'],
  ['/old', '/nowhere', 'leads-nowhere'],
  ['/known', '/awards', 'taken'],
  ['/news-of-old', '/known', undefined],
] as const)('a redirect from %s to %s gets the answer %s', async ([from, to, reason], { db }) => {
  const { admin } = await makeOffice(db, monday)
  await leaveRedirect(db, '/known', '/news', monday)

  const outcome = await addRedirect(db, admin, { from, to }, monday)

  expect(outcome).toMatchObject(reason ? { ok: false, reason } : { ok: true })
})

function publishNews(db: Db, title: string, text: string) {
  return publishEntry(db, { kind: 'news', slug: title.toLowerCase(), data: newsOf(title, text) }, monday)
}

function newsOf(title: string, text: string) {
  return { title, publishedOn: '1995-01-01', summary: 'News.', body: prose(text) }
}
