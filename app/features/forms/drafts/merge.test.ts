import { expect, test } from 'vitest'
import { chooseAnswer, mergePage, type StampedAnswers } from './merge.ts'
import type { Answers } from '#features/forms/questions.ts'

let count = 0
const nextId = () => `id-${++count}`

function draftOf(answers: Answers): StampedAnswers {
  return { answers, stamps: {}, others: {} }
}

function save(
  draft: StampedAnswers,
  page: string,
  base: Answers,
  answers: Answers,
  { step = 0, at = 1 } = {},
) {
  return mergePage(draft, { answers, base, page, step }, at, nextId)
}

const first = { name: 'Asha', list: [{ year: '1990' }], ticks: ['a'] }

test('two pages that change different questions both keep what they wrote', () => {
  const one = save(draftOf(first), 'p1', first, { ...first, name: 'Asha S.' })
  const two = save(one, 'p2', first, { ...first, list: [{ year: '1991' }] })

  expect(two.answers).toEqual({ name: 'Asha S.', list: [{ year: '1991' }], ticks: ['a'] })
  expect(two.newer).toEqual(['name'])
  expect(two.others).toEqual({})
})

test.for([
  ['a text', 'name', 'Asha S.', 'Dr Asha'],
  ['a list', 'list', [{ year: '1991' }], [{ year: '1990' }, { year: '1992' }]],
  ['boxes', 'ticks', ['a', 'b'], ['c']],
] as const)('if both changed %s, both are there until someone chooses', ([, name, theirs, mine]) => {
  const one = save(draftOf(first), 'p1', first, { ...first, [name]: theirs }, { at: 7 })
  const two = save(one, 'p2', first, { ...first, [name]: mine })

  expect(two.answers[name]).toEqual(mine)
  expect(two.conflicts).toEqual([name])
  expect(two.others[name]).toEqual([{ id: expect.any(String), answer: theirs, at: 7 }])
  const id = two.others[name]![0]!.id
  const sent = { answers: two.answers, base: two.answers, page: 'p2', step: 1 }
  const used = chooseAnswer(two, { question: name, id, use: true }, sent, 9, nextId)
  expect([used.answers[name], used.others]).toEqual([theirs, {}])
  const left = chooseAnswer(two, { question: name, id, use: false }, sent, 9, nextId)
  expect([left.answers[name], left.others]).toEqual([mine, {}])
})

test('a page that is answered late, or not at all, is in no conflict with itself', () => {
  const one = save(draftOf(first), 'p1', first, { ...first, name: 'As' })
  const two = save(one, 'p1', first, { ...first, name: 'Asha S' }, { step: 1 })
  expect([two.answers['name'], two.others]).toEqual(['Asha S', {}])
  const late = save(two, 'p1', first, { ...first, name: 'Ash' })
  expect([late.answers['name'], late.others]).toEqual(['Asha S', {}])
})

test('two people who keep writing in turn leave one answer each, not one for every pause', () => {
  const one = save(draftOf(first), 'p1', first, { name: 'A' })
  const two = save(one, 'p2', first, { name: 'B' })
  const three = save(two, 'p1', { name: 'A' }, { name: 'A1' }, { step: 1 })
  const four = save(three, 'p2', { name: 'B' }, { name: 'B1' }, { step: 1 })

  expect(four.answers['name']).toBe('B1')
  expect(four.others['name']!.map(({ answer }) => answer)).toEqual(['A1'])
})

test('emptying a field does not remove what someone else wrote into it meanwhile', () => {
  const one = save(draftOf(first), 'p1', first, { name: 'Asha S.' })
  const two = save(one, 'p2', first, { name: '' })
  expect([two.answers['name'], two.newer]).toEqual(['Asha S.', ['name']])
  expect(save(one, 'p2', one.answers, { name: '' }).answers['name']).toBe('')
})

test('a choice does not discard an answer that the page did not show', () => {
  const one = save(draftOf(first), 'p1', first, { name: 'A' })
  const two = save(one, 'p2', first, { name: 'B' })
  const meanwhile = save(two, 'p3', two.answers, { name: 'C' })
  const id = two.others['name']![0]!.id
  const sent = { answers: { name: 'B' }, base: { name: 'B' }, page: 'p2', step: 1 }
  const chosen = chooseAnswer(meanwhile, { question: 'name', id, use: true }, sent, 9, nextId)

  expect(chosen.answers['name']).toBe('A')
  expect(chosen.others['name']!.map(({ answer }) => answer)).toEqual(['C'])
})

test('a page that does not say what it showed overwrites nothing', () => {
  const one = save(draftOf({}), '', {}, { name: 'A' })
  const two = save(one, '', {}, { name: 'B' })
  expect(two.others['name']!.map(({ answer }) => answer)).toEqual(['A'])
})
