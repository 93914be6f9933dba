import { expect, test } from 'vitest'
import { highlight, singleWords } from './highlight.ts'

const meaning = (...words: string[]) => words.map((word) => ({ begins: [word], is: [] }))

test('words that start with a search word are marked whole, ignoring accents and case', () => {
  expect(highlight('Śāntā spoke of waves', meaning('santa', 'wav'))).toEqual([
    { text: 'Śāntā', marked: true },
    { text: ' spoke of ', marked: false },
    { text: 'waves', marked: true },
  ])
})

test('a text without the words stays in one piece', () => {
  expect(highlight('Light and matter', meaning('atter'))).toEqual([
    { text: 'Light and matter', marked: false },
  ])
})

test('nothing is marked without a search', () => {
  expect(highlight('Light', [])).toEqual([{ text: 'Light', marked: false }])
})

test('no letter of the text is lost', () => {
  const text = '<b>O’Brien</b> & co., 2026: "light"'
  const parts = highlight(text, meaning('o', 'b', '2026', 'light'))
  expect(parts.map((part) => part.text).join('')).toBe(text)
})

test('only a search of several words is offered word by word', () => {
  expect(singleWords('quantum optics')).toEqual(['quantum', 'optics'])
  expect(singleWords('quantum')).toEqual([])
})

test('a formula stays whole, and other spellings of a name are marked', () => {
  expect(highlight('Energy \ue000light^2\ue001 of light', meaning('light'))).toEqual([
    { text: 'Energy ', marked: false },
    { text: 'light^2', marked: false, latex: 'light^2' },
    { text: ' of ', marked: false },
    { text: 'light', marked: true },
  ])
  expect(highlight('Pande', [{ begins: ['pandey'], is: ['pande'] }])).toEqual([
    { text: 'Pande', marked: true },
  ])
})
