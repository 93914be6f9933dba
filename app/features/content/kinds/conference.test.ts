import { expect, test } from 'vitest'
import { isToCome, listOf, numberOf, ordinal, venueOf, roman } from './conference.ts'
import type { Data } from './kinds.ts'

const conference: Data<'conference'> = {
  title: 'A conference',
  series: 'coniaps',
  scope: 'international',
  number: 16,
  year: 2014,
  startsOn: '2014-03-20',
  endsOn: '2014-03-22',
}

test('the number of a conference is written in both ways', () => {
  expect(numberOf(conference)).toBe('CONIAPS-XVI (16th)')
})

test('only the Academy’s own series gives its name to a number', () => {
  expect(numberOf({ ...conference, series: 'other', number: 3 })).toBe('3rd of its series')
})

test.for([
  [1, 'I', '1st'],
  [4, 'IV', '4th'],
  [12, 'XII', '12th'],
  [22, 'XXII', '22nd'],
  [43, 'XLIII', '43rd'],
  [99, 'XCIX', '99th'],
  [111, 'CXI', '111th'],
] as const)('%i is %s and %s', ([number, letters, venue]) => {
  expect(roman(number)).toBe(letters)
  expect(ordinal(number)).toBe(venue)
})

test('a conference is upcoming until its last day is over', () => {
  expect(isToCome(conference, '2014-03-22')).toBe(true)
  expect(isToCome(conference, '2014-03-23')).toBe(false)
})

test('a conference with only a year is past when that year has started', () => {
  const { startsOn: _first, endsOn: _last, ...undated } = conference
  expect(isToCome({ ...undated, year: 2015 }, '2014-12-31')).toBe(true)
  expect(isToCome({ ...undated, year: 2015 }, '2015-01-01')).toBe(false)
})

test('other conferences are listed by their scope', () => {
  expect(listOf(conference)).toBe('conferences-international')
  expect(listOf({ ...conference, series: 'other', scope: 'national' })).toBe('conferences-other-national')
})

test('an online conference without a host is placed online', () => {
  expect(venueOf({ ...conference, mode: 'online' })).toBe('Online')
})

test('a city that the name of the host ends with is said once', () => {
  const host = { ...conference, host: 'University of Delhi', city: 'Delhi', country: 'India' }
  expect(venueOf(host)).toBe('University of Delhi, India')
})
