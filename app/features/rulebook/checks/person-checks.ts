import { addYears, havePassed, never, yearsBetween } from '#features/rulebook/days.ts'
import {
  asDay,
  dayOf,
  defineCheck,
  grades,
  isAmong,
  isInRange,
  ofWhom,
  person,
  rangeInWords,
  referenceDay,
  referenceFact,
  yearsText,
} from './check.ts'

const years = { kind: 'count', label: 'Years', least: 1 } as const

/** Checks on one person: the nominee, the proposer, the seconder or an elector. */
export const personChecks = {
  age: defineCheck({
    label: 'Age on a day',
    values: {
      of: ofWhom,
      least: { kind: 'count', label: 'At least, in completed years', optional: true },
      most: { kind: 'count', label: 'At most, in completed years', optional: true },
      on: referenceDay,
    },
    facts: ({ of, on }) => [person(of, 'birthDay'), referenceFact(on)],
    find: ({ of, on, ...range }, facts) => {
      const day = dayOf(on, facts)
      const age = yearsBetween(facts[person(of, 'birthDay')], day)
      return {
        met: isInRange(age, range),
        because: `${age} years old on ${asDay(day)}; ${rangeInWords(range)}.`,
      }
    },
  }),
  member: defineCheck({
    label: 'Is a member',
    values: { of: ofWhom },
    facts: ({ of }) => [person(of, 'isMember')],
    find: ({ of }, facts) => {
      const met = facts[person(of, 'isMember')]
      return { met, because: met ? 'A member.' : 'Not a member.' }
    },
  }),
  'member-for': defineCheck({
    label: 'Member without a break for years',
    values: { of: ofWhom, years, on: referenceDay },
    facts: ({ of, on }) => [person(of, 'memberSince'), referenceFact(on)],
    find: ({ of, years, on }, facts) => {
      const since = facts[person(of, 'memberSince')]
      const day = dayOf(on, facts)
      return {
        met: havePassed(years, since, day),
        because: `A member since ${asDay(since)}; ${yearsText(years)} needed on ${asDay(day)}.`,
      }
    },
  }),
  'dues-paid': defineCheck({
    label: 'Dues paid',
    values: {
      of: ofWhom,
      by: { kind: 'month-day', label: 'By this day of the year', hint: 'Such as 31 July.', optional: true },
    },
    facts: ({ of, by }) => [person(of, 'duesPaidOn'), ...(by === undefined ? [] : (['cycleYear'] as const))],
    find: ({ of, by }, facts) => {
      const paid = facts[person(of, 'duesPaidOn')]
      if (paid === never) return { met: false, because: 'The dues of the year are not paid.' }
      const last = by === undefined ? undefined : `${facts.cycleYear}-${by}`
      return {
        met: last === undefined || paid <= last,
        because: `Paid on ${asDay(paid)}${last === undefined ? '' : `; due by ${asDay(last)}`}.`,
      }
    },
  }),
  'grade-is': defineCheck({
    label: 'Holds one of these grades or categories',
    values: { of: ofWhom, grades },
    facts: ({ of }) => [person(of, 'grade')],
    find: ({ of, grades }, facts) => {
      const grade = facts[person(of, 'grade')]
      return { met: isAmong(grades, grade), because: `Has “${grade}”; needed: ${grades.join(', ')}.` }
    },
  }),
  'grade-for': defineCheck({
    label: 'Has held a grade for years',
    values: { of: ofWhom, grades, years, on: referenceDay },
    facts: ({ of, on }) => [person(of, 'grade'), person(of, 'gradeSince'), referenceFact(on)],
    find: ({ of, grades, years, on }, facts) => {
      const grade = facts[person(of, 'grade')]
      const since = facts[person(of, 'gradeSince')]
      const day = dayOf(on, facts)
      return {
        met: isAmong(grades, grade) && havePassed(years, since, day),
        because: `“${grade}” since ${asDay(since)}; ${yearsText(years)} needed on ${asDay(day)}.`,
      }
    },
  }),
  'not-in-office': defineCheck({
    label: 'Holds none of these offices',
    values: { of: ofWhom, offices: { kind: 'list', label: 'Offices', hint: 'One per line.' } },
    facts: ({ of }) => [person(of, 'offices')],
    find: ({ of, offices }, facts) => {
      const held = facts[person(of, 'offices')].filter((office) => isAmong(offices, office))
      return {
        met: held.length === 0,
        because: held.length === 0 ? 'Holds none of the offices.' : `Holds: ${held.join(', ')}.`,
      }
    },
  }),
  'one-office': defineCheck({
    label: 'Holds at most one of these offices',
    values: { of: ofWhom, offices: { kind: 'list', label: 'Offices', hint: 'One per line.' } },
    facts: ({ of }) => [person(of, 'offices')],
    find: ({ of, offices }, facts) => {
      const held = offices.filter((office) => isAmong(facts[person(of, 'offices')], office))
      return { met: held.length <= 1, because: `Holds ${held.length} of the offices; at most 1.` }
    },
  }),
  'terms-served': defineCheck({
    label: 'Terms served, and the pause after them',
    values: {
      of: ofWhom,
      most: { kind: 'count', label: 'Maximum number of consecutive terms', least: 1 },
      pause: {
        kind: 'count',
        label: 'Pause after them, in years',
        hint: 'Enter 0 if the person cannot serve again.',
      },
      on: referenceDay,
    },
    facts: ({ of, on }) => [person(of, 'termsServed'), person(of, 'lastTermEnded'), referenceFact(on)],
    find: ({ of, most, pause, on }, facts) => {
      const served = facts[person(of, 'termsServed')]
      const ended = facts[person(of, 'lastTermEnded')]
      const hasPaused = pause > 0 && ended !== never && addYears(ended, pause) <= dayOf(on, facts)
      return {
        met: served < most || hasPaused,
        because: `${served} of at most ${most} terms served; the last ended: ${asDay(ended)}.`,
      }
    },
  }),
  'resident-in': defineCheck({
    label: 'Resident in one of these countries',
    values: {
      of: ofWhom,
      countries: { kind: 'list', label: 'Countries', hint: 'One per line.' },
      years: { kind: 'count', label: 'For at least this many years', optional: true },
      on: referenceDay,
    },
    facts: ({ of, years, on }) => [
      person(of, 'country'),
      ...(years === undefined ? [] : [person(of, 'residentSince'), referenceFact(on)]),
    ],
    find: ({ of, countries, years, on }, facts) => {
      const country = facts[person(of, 'country')]
      if (!isAmong(countries, country)) return { met: false, because: `Resident in ${country}.` }
      if (years === undefined) return { met: true, because: `Resident in ${country}.` }
      const since = facts[person(of, 'residentSince')]
      return {
        met: addYears(since, years) <= dayOf(on, facts),
        because: `Resident in ${country} since ${asDay(since)}; ${yearsText(years)} needed.`,
      }
    },
  }),
  'not-recognised': defineCheck({
    label: 'Has not had one of these honours',
    values: { of: ofWhom, honours: { kind: 'list', label: 'Honours', hint: 'One per line.' } },
    facts: ({ of }) => [person(of, 'honours')],
    find: ({ of, honours }, facts) => {
      const had = facts[person(of, 'honours')].filter((honour) => isAmong(honours, honour))
      return { met: had.length === 0, because: had.length === 0 ? 'None so far.' : `Has: ${had.join(', ')}.` }
    },
  }),
  'discipline-in': defineCheck({
    label: 'Works in one of these disciplines',
    values: { of: ofWhom, disciplines: { kind: 'list', label: 'Disciplines', hint: 'One per line.' } },
    facts: ({ of }) => [person(of, 'discipline')],
    find: ({ of, disciplines }, facts) => {
      const discipline = facts[person(of, 'discipline')]
      return { met: isAmong(disciplines, discipline), because: `Discipline: ${discipline}.` }
    },
  }),
  'degree-in': defineCheck({
    label: 'Has one of these degrees',
    values: { of: ofWhom, degrees: { kind: 'list', label: 'Degrees', hint: 'One per line.' } },
    facts: ({ of }) => [person(of, 'degrees')],
    find: ({ of, degrees }, facts) => {
      const held = facts[person(of, 'degrees')]
      const met = held.some((degree) => isAmong(degrees, degree))
      return { met, because: `Degrees: ${held.join(', ') || 'none'}; needed: ${degrees.join(' or ')}.` }
    },
  }),
  'waiting-period': defineCheck({
    label: 'Waiting period after a nomination without election',
    values: { of: ofWhom, years, on: referenceDay },
    facts: ({ of, on }) => [person(of, 'lastRefusedOn'), referenceFact(on)],
    find: ({ of, years, on }, facts) => {
      const refused = facts[person(of, 'lastRefusedOn')]
      if (refused === never) return { met: true, because: 'No earlier nomination ended without election.' }
      return {
        met: addYears(refused, years) <= dayOf(on, facts),
        because: `The last nomination ended on ${asDay(refused)}; ${yearsText(years)} must pass.`,
      }
    },
  }),
}
