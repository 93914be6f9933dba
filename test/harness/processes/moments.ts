import {
  dayInWords,
  officeDay,
  officeMoment,
  officeTime,
  officeTimeInWords,
  readOfficeTime,
} from '#office-time.ts'
import { monthsOf } from '#features/casework/statistics/statistics.server.ts'
import { toFilter } from '#features/audit/form.ts'
import { calendarText } from '#features/content/kinds/calendar.ts'
import { readDay } from '#features/forms/days.ts'
import { callFor, callsNow, maySend } from '#features/calls/call.ts'
import { dayOf as dayOfCell } from '#server/tables/xlsx-dates.ts'
import { formatDay } from '#ui/foundations/dates.ts'
import { visitorTime } from '#ui/script/zones.ts'

/** Prints what every rule about days and hours does at moments when clocks change, years end and leap days occur. */
const moments = [
  // The clocks of Newfoundland, New York and Lord Howe change, to the second.
  ...['2027-03-14T05:29:59Z', '2027-03-14T05:30:00Z', '2027-11-07T04:29:59Z', '2027-11-07T04:30:00Z'],
  ...['2027-03-14T06:59:59Z', '2027-03-14T07:00:00Z', '2027-11-07T05:59:59Z', '2027-11-07T06:00:00Z'],
  ...['2027-04-03T14:59:59Z', '2027-04-03T15:00:00Z', '2027-10-02T15:29:59Z', '2027-10-02T15:30:00Z'],
  // The year and the leap day start and end, in India, in London, at +14 and at -12.
  ...['2027-12-31T18:29:59.999Z', '2027-12-31T18:30:00Z', '2027-12-31T23:59:59.999Z', '2028-01-01T00:00:00Z'],
  ...['2028-02-28T18:29:59.999Z', '2028-02-28T18:30:00Z', '2028-02-29T18:29:59.999Z', '2028-02-29T18:30:00Z'],
  ...['2027-12-31T09:59:59.999Z', '2027-12-31T10:00:00Z', '2028-01-01T11:59:59.999Z', '2028-01-01T12:00:00Z'],
].map((text) => new Date(text))

const unset = {
  fellowOpensAt: '',
  fellowClosesAt: '',
  associateFellowOpensAt: '',
  associateFellowClosesAt: '',
}

for (const at of moments) {
  const ms = at.getTime()
  const typed = officeTime(ms)
  const cycle = { ...unset, fellowOpensAt: typed, fellowClosesAt: typed }
  const callAt = (now: Date) => callFor(callsNow([], cycle, now), 'fellow')
  const minute = readOfficeTime(typed) ?? Number.NaN
  const around = [minute - 1, minute, minute + 59_998, minute + 59_999].map((now) => new Date(now))
  const late = new Date(minute + 59_999 + 15 * 60_000)
  const event = { id: 'one', changedAt: ms, title: 'Sample', url: 'https://example.org/' }
  console.log(
    JSON.stringify({
      at,
      typed,
      read: [minute, officeMoment(typed.replace(' ', 'T'))],
      days: [
        officeDay(ms),
        officeDay(at),
        monthsOf([ms]),
        formatDay(officeDay(ms)),
        dayInWords(officeDay(ms)),
      ],
      states: around.map((now) => callAt(now)?.state),
      grace: [late, new Date(late.getTime() + 1)].map((now) =>
        maySend(callAt(now), new Date(minute), 15, now),
      ),
      trail: toFilter({ from: officeDay(ms), to: officeDay(ms) }),
      shown: officeTimeInWords(at),
      calendar: [
        calendarText({ ...event, when: { startsAt: ms, durationMinutes: 90 } }, 'Sample'),
        calendarText({ ...event, when: { startsOn: officeDay(ms) } }, 'Sample'),
      ],
      tables: [readDay('29 February 2028'), dayOfCell(46_811.25, false)],
    }),
  )
}
console.log(
  JSON.stringify({
    offset: new Date('2027-07-01T00:00:00Z').getTimezoneOffset(),
    visitor: moments.map((at) => visitorTime(at).join(', ')),
  }),
)
