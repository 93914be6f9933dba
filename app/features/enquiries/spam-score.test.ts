import { expect, test } from 'vitest'
import { processorMs } from '#test/harness/processor-time.ts'
import { scoreMessage, withoutVariety, type IncomingMessage } from './spam-score.ts'

const letter: IncomingMessage = {
  name: 'Sarah O’Brien',
  subject: 'Dates of the conference',
  message: 'Could you tell me when the next conference begins? I would like to bring two students.',
  trap: '',
  isFromContactPage: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  fromNetwork: 1,
  fromSender: 1,
  sameText: 0,
}

test('an ordinary letter has no sign at all', () => {
  expect(scoreMessage(letter)).toEqual({ score: 0, signs: [], isDoubtful: false })
})

test.for([
  'Null',
  'O’Brien',
  "O'Brien",
  'X',
  'Ng',
  'McDonald',
  'undefined',
  '李',
  'Krzysztof',
  'VanDerBerg',
  'Æ',
])('the name %s is no sign of a program', (name) => {
  expect(scoreMessage({ ...letter, name }).signs).toEqual([])
})

test('long lists of papers, formulae and code are no advertisements', () => {
  const papers = Array.from(
    { length: 30 },
    (_, at) => `https://doi.org/10.1103/PhysRevLett.116.${61102 + at}`,
  )
  const message = `See ${papers.join('\n')}\nand $$\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}$$ <b>bold</b>`

  expect(scoreMessage({ ...letter, message }).signs).toEqual([])
})

test('a filled trap holds a letter, whatever else it says', () => {
  expect(scoreMessage({ ...letter, trap: 'https://example.org' })).toMatchObject({
    signs: ['trap'],
    isDoubtful: true,
  })
  expect(scoreMessage({ ...letter, trap: '   ' })).toMatchObject({ isDoubtful: false })
})

test.for([
  ['markup', { message: 'Good <a href="https://x.example">prices</a>' }],
  ['markup', { message: '[url=https://x.example]prices[/url]' }],
  ['link-in-name', { name: 'www.x.example' }],
  ['busy-sender', { fromSender: 11 }],
  ['same-text', { sameText: 5 }],
  ['pitch', { message: 'SEO service: backlinks for the first page of Google' }],
] as const)('%s alone is enough to hold a message', ([sign, change]) => {
  const scored = scoreMessage({ ...letter, ...change })

  expect(scored.signs).toContain(sign)
  expect(scored.isDoubtful).toBe(true)
})

test.for([
  ['script', { userAgent: '' }],
  ['not-from-page', { isFromContactPage: false }],
  ['busy-network', { fromNetwork: 300 }],
  ['odd-name', { name: 'JamesTiTxQw' }],
  ['many-links', { message: 'https://a.example https://b.example https://c.example https://d.example' }],
  ['link-in-subject', { subject: 'www.iaps.example/news is broken' }],
  ['pitch', { message: 'Do you accept guest posts by students?' }],
] as const)('%s alone is not enough', ([sign, change]) => {
  expect(scoreMessage({ ...letter, ...change })).toMatchObject({ signs: [sign], isDoubtful: false })
})

test('a program that identifies itself and did not come from our page is held', () => {
  const scored = scoreMessage({ ...letter, userAgent: 'python-requests/2.32', isFromContactPage: false })

  expect(scored).toEqual({ score: 8, signs: ['script', 'not-from-page'], isDoubtful: true })
})

test('a text is the same whatever name, number, link or address a program inserts', () => {
  const one = withoutVariety('Hello, I am Ann. Offer 12 at https://a.example/1, ann@a.example!', 'Ann Lee')
  const two = withoutVariety('hello I am BOB: offer 977 at https://b.example/x?y=2 bob@b.example', 'Bob')

  expect(one).toBe('hello i am offer at')
  expect(two).toBe(one)
})

test('weighing the longest text is fast, whatever it contains', async () => {
  for (const part of ['a', 'a@', 'https://', '<a ', '[url', 'www.', ' x', 'seo ', 'b\u0301', '\n'])
    expect(await shortestTimeOf(part.repeat(5000).slice(0, 5000)), part).toBeLessThan(10)
})

/** The minimum of a few, because garbage collection may run during any of them. */
async function shortestTimeOf(message: string): Promise<number> {
  const name = message.slice(0, 100)
  const times: number[] = []
  for (let time = 0; time < 5; time++)
    times.push(
      await processorMs(() => {
        scoreMessage({ ...letter, name, subject: message.slice(0, 150), message })
        withoutVariety(message, name)
      }),
    )
  return Math.min(...times)
}
