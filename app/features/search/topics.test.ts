import { expect, test } from 'vitest'
import { topicsOf } from './topics.ts'

test.for([
  ['fee', ['fees']],
  ['membership fees', ['fees']],
  ['How much is the subscription?', ['fees']],
  ['how to become a fellow', ['fellow']],
  ['become an associate fellow', ['associate-fellow', 'fellow']],
  ['nominate a fellow', ['fellow']],
  ['can I nominate myself?', ['self-nomination']],
  ['nominate myself as fellow', ['self-nomination', 'fellow']],
  ['join iaps', ['member']],
  ['how can I become a member', ['member']],
  ['nomination deadline', ['deadlines']],
  ['phone number', ['contact']],
  ['next conference', ['next-conference']],
  ['subscribe to the newsletter', ['newsletter']],
  ['verify a certificate', ['certificate']],
  ['track my application', ['status']],
  ['history of the academy', ['history']],
  ['unsubscribe', ['newsletter']],
  ['log in', ['sign-in']],
  ['submit a paper', ['journal']],
] as const)('“%s” is about %s', ([question, topics]) => {
  expect(topicsOf(question)).toEqual(topics)
})

test('names, titles and long questions about something else have no topic', () => {
  for (const question of ['raman', 'quantum optics', 'fee structure of the physics department in kanpur', ''])
    expect(topicsOf(question)).toEqual([])
})
