import { expect, test } from 'vitest'
import { formatDay, formatDays } from './dates.ts'

test('a day is written with its number first and its month in full', () => {
  expect(formatDay('1994-12-04')).toBe('4 December 1994')
})

test('a partly known date shows only that part', () => {
  expect(formatDay('1994-12')).toBe('December 1994')
  expect(formatDay('1994')).toBe('1994')
})

test('a range names the common month and year once', () => {
  expect(formatDays('2018-04-13', '2018-04-15')).toBe('13 to 15 April 2018')
  expect(formatDays('2018-03-30', '2018-04-02')).toBe('30 March to 2 April 2018')
  expect(formatDays('2018-12-30', '2019-01-02')).toBe('30 December 2018 to 2 January 2019')
  expect(formatDays('2018-03', '2018-04')).toBe('March to April 2018')
  expect(formatDays('2018', '2020')).toBe('2018 to 2020')
})

test('a range of one day is a day', () => {
  expect(formatDays('2018-04-13', '2018-04-13')).toBe('13 April 2018')
  expect(formatDays('2018-04-13')).toBe('13 April 2018')
})

test('what is not a date is refused', () => {
  expect(() => formatDay('4 December 1994')).toThrow('"4 December 1994" is not a day, a month or a year')
  expect(() => formatDay('1994-13-04')).toThrow('is not a day')
})
