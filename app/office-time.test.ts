import { expect, test } from 'vitest'
import {
  dayInWords,
  monthsBefore,
  officeDay,
  officeDayEnd,
  officeDayStart,
  officeTime,
  officeDayInWords,
  officeTimeInWords,
  officeYear,
  readOfficeTime,
} from './office-time.ts'

test('a day starts at midnight in India, and its last moment still belongs to it', () => {
  const [start, end] = [officeDayStart('2027-01-31'), officeDayEnd('2027-01-31')]

  expect([start, end].map((at) => new Date(at).toISOString())).toEqual([
    '2027-01-30T18:30:00.000Z',
    '2027-01-31T18:29:59.999Z',
  ])
  expect([start - 1, start, end, end + 1].map(officeDay)).toEqual([
    '2027-01-30',
    '2027-01-31',
    '2027-01-31',
    '2027-02-01',
  ])
})

test('a time is written as the office types it, and read back', () => {
  const at = Date.parse('2027-01-31T18:29:00Z')

  expect(officeTime(at)).toBe('2027-01-31 23:59')
  expect(readOfficeTime('2027-01-31 23:59')).toBe(at)
  expect(readOfficeTime('2027-01-31T23:59')).toBe(at)
})

test.for(['', 'soon', '2027-02-30 10:00', '2027-13-01 10:00', '2027-01-01 24:30', '2027-01-31'])(
  '“%s” is no time of a calendar',
  (text) => {
    expect(readOfficeTime(text)).toBeUndefined()
  },
)

test('in letters a time has the day of the office, its month in words and its zone', () => {
  expect(officeTimeInWords(Date.parse('2027-01-31T18:29:59.999Z'))).toBe('31 January 2027, 23:59 IST')
  expect(officeTimeInWords(Date.parse('2027-01-31T18:30:00Z'))).toBe('1 February 2027, 00:00 IST')
  expect(officeDayInWords(Date.parse('2027-01-31T18:29:59.999Z'))).toBe('31 January 2027')
  expect(officeDayInWords(Date.parse('2027-01-31T18:30:00Z'))).toBe('1 February 2027')
})

test('between midnight in India and midnight in UTC it is already the next day, month and year', () => {
  const newYear = new Date('2026-12-31T18:30:00Z')

  expect([officeYear(newYear.getTime() - 1), officeYear(newYear)]).toEqual([2026, 2027])
  expect(dayInWords(officeDay(newYear))).toBe('1 January 2027')
  const march = new Date('2027-02-28T20:00:00Z')
  expect(monthsBefore(march, 1).toISOString()).toBe('2027-01-31T20:00:00.000Z')
})
