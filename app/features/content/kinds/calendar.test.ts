import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarText, eventTimeOf, subscriptionText, type CalendarEvent } from './calendar.ts'

const meeting: CalendarEvent = {
  id: '01950000-0000-7000-8000-000000000001',
  changedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  title: 'Meeting on optics',
  url: 'https://example.org/conferences/optics',
  when: { startsOn: '2027-02-27', endsOn: '2027-02-28' },
}

describe('a calendar file', () => {
  test('is one event inside one calendar, each line ends with CRLF', () => {
    const file = calendarText(meeting, 'A society')

    expect(file.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(readLines(file)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//A society//Website//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:01950000-0000-7000-8000-000000000001',
      'DTSTAMP:20260102T030405Z',
      'LAST-MODIFIED:20260102T030405Z',
      'DTSTART;VALUE=DATE:20270227',
      'DTEND;VALUE=DATE:20270301',
      'TRANSP:TRANSPARENT',
      'SUMMARY:Meeting on optics',
      'URL:https://example.org/conferences/optics',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
  })

  test('ends a single day on the next one', () => {
    expect(linesFor({ startsOn: '2026-12-31' })).toContain('DTEND;VALUE=DATE:20270101')
    expect(linesFor({ startsOn: '2026-12-31', endsOn: '2026-12-01' })).toContain('DTEND;VALUE=DATE:20270101')
  })

  test('gives a moment in UTC, and an end only if the length is known', () => {
    const startsAt = Date.UTC(2026, 10, 20, 12, 30)

    expect(linesFor({ startsAt, durationMinutes: 90 })).toEqual(
      expect.arrayContaining(['DTSTART:20261120T123000Z', 'DTEND:20261120T140000Z']),
    )
    expect(linesFor({ startsAt }).join()).not.toContain('DTEND')
  })

  test('escapes what has a meaning in the format and drops what it does not allow', () => {
    const lines = readLines(calendarText({ ...meeting, title: 'a;b,c\\d\r\ne\0\u2028f' }, 'A society'))

    expect(lines).toContain('SUMMARY:a\\;b\\,c\\\\d\\ne\\nf')
  })

  test('keeps every line within 75 octets and every text complete, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (typed) => {
        const file = calendarText({ ...meeting, title: `${typed}x`, note: `${typed}y` }, 'A society')

        for (const line of file.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line.isWellFormed()).toBe(true)
        }
        const summary = readLines(file).find((line) => line.startsWith('SUMMARY:'))!
        expect(unescape(summary.slice('SUMMARY:'.length))).toBe(`${permitted(typed)}x`)
      }),
      { seed: 5545, numRuns: 300 },
    )
  })

  test('folds letters of four octets, joined emoji and Indian scripts between characters', () => {
    for (const letter of ['𝜓', '👩🏽‍🔬', 'क्षि', 'ṣ', 'é']) {
      const file = calendarText({ ...meeting, title: letter.repeat(60) }, 'A society')

      expect(file).not.toContain('\ufffd')
      expect(readLines(file)).toContain(`SUMMARY:${letter.repeat(60)}`)
    }
  })
})

describe('a calendar to subscribe to', () => {
  test('has a name, a pace, the time zone of the office and all events', () => {
    const lecture = { ...meeting, id: 'b', title: 'Stars', when: { startsAt: Date.UTC(2026, 10, 20, 12) } }
    const file = subscriptionText([meeting, lecture], 'A society', 'Dates; all')
    const lines = readLines(file)

    expect(lines.slice(0, 8)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//A society//Website//EN',
      'CALSCALE:GREGORIAN',
      'NAME:Dates\\; all',
      'X-WR-CALNAME:Dates\\; all',
      'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
      'X-PUBLISHED-TTL:PT6H',
    ])
    expect(lines.filter((line) => line.startsWith('UID:'))).toEqual([`UID:${meeting.id}`, 'UID:b'])
    expect(lines).toContain('TZID:Asia/Kolkata')
    expect(lines.at(-1)).toBe('END:VCALENDAR')
  })

  test('has a component even while it is empty, as the format requires', () => {
    expect(subscriptionText([], 'A society', 'Dates')).toContain('BEGIN:VTIMEZONE')
  })

  test('says which events are cancelled', () => {
    expect(linesOf({ ...meeting, isCancelled: true })).toContain('STATUS:CANCELLED')
    expect(linesOf(meeting).join()).not.toContain('STATUS')
  })
})

describe('when an entry takes place', () => {
  test('is the hour of a lecture rather than its day', () => {
    const lecture = { title: 'L', activity: 'online-lecture' as const, year: 2026, startsOn: '2026-11-20' }

    expect(eventTimeOf(lecture)).toEqual({ startsOn: '2026-11-20', endsOn: undefined })
    expect(eventTimeOf({ ...lecture, startsAt: 5 })).toEqual({ startsAt: 5, durationMinutes: undefined })
  })

  test('is undefined if only the year is known', () => {
    const conference = { title: 'C', series: 'coniaps' as const, scope: 'national' as const, year: 1997 }

    expect(eventTimeOf(conference)).toBeUndefined()
  })
})

function linesFor(when: CalendarEvent['when']) {
  return linesOf({ ...meeting, when })
}

function linesOf(event: CalendarEvent) {
  return readLines(calendarText(event, 'A society'))
}

function readLines(file: string) {
  return file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
}

function unescape(value: string) {
  return value.replaceAll(/\\([\\;,n])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

function permitted(typed: string) {
  return typed
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, '')
}
