import { expect, test } from 'vitest'
import { asksForFellows, mentions, topicsOf } from './topics.ts'

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
  ['log in', ['own-page', 'sign-in']],
  ['update my profile', ['own-page']],
  ['lost membership number', ['own-page']],
  ['how long does it take', ['status']],
  ['शुल्क', ['fees']],
  ['conference fee', []],
  ['best paper award', []],
  ['history since 1994', ['history']],
  ['अगला सम्मेलन', ['next-conference']],
  ['submit a paper', ['journal']],
  ['ISSN', ['journal']],
  ['latest newsletter', ['latest-issue']],
  ['number of fellows', ['figures']],
  ['membership for colleges', ['member']],
  ['change of email', ['own-page', 'contact']],
  ['office bearers', []],
] as const)('“%s” is about %s', ([question, topics]) => {
  expect(topicsOf(question)).toEqual(topics)
})

test('names, titles and long questions about something else have no topic', () => {
  for (const question of ['raman', 'quantum optics', 'fee structure of the physics department in kanpur', ''])
    expect(topicsOf(question)).toEqual([])
})

test('a question for fellows of a discipline or place is told from one for the list', () => {
  expect(['fellows in chemistry', 'Fellow from Nepal'].map(asksForFellows)).toEqual([true, true])
  expect(['fellows', 'fellowship rules', ''].map(asksForFellows)).toEqual([false, false, false])
  expect(mentions('fellows in Computer science', 'Computer Science')).toBe(true)
  expect(mentions('fellows in science', 'Computer Science')).toBe(false)
})
