import { expect, test } from 'vitest'
import { categories, disciplines, grades } from '#features/people/register.ts'
import { foreignCities, indianCities } from './names.ts'
import { makeSamplePeople } from './people.ts'

test('the same count and seed produce the same people, another seed produces others', () => {
  expect(makeSamplePeople(200, 1994)).toEqual(makeSamplePeople(200, 1994))
  expect(makeSamplePeople(200, 1995)).not.toEqual(makeSamplePeople(200, 1994))
})

test('fifty thousand people have unique numbers and stay within the limits on fellows', () => {
  const people = makeSamplePeople(50_000, 7)

  expect(new Set(people.map((person) => person.memberNo)).size).toBe(50_000)
  const fellowNumbers = people.flatMap((person) => person.fellowNo ?? [])
  expect(new Set(fellowNumbers).size).toBe(fellowNumbers.length)
  expect(people.filter((person) => person.grade === 'fellow')).toHaveLength(500)
  expect(people.filter((person) => person.grade === 'honorary-fellow')).toHaveLength(100)
  expect(people.every((person) => /^[A-Z]{2}-\d{6}$/.test(person.memberNo))).toBe(true)
})

test('two hundred people fill every list', () => {
  const people = makeSamplePeople(200, 1994)
  const count = (is: (person: (typeof people)[number]) => boolean) => people.filter(is).length

  expect(count((person) => person.category === 'life')).toBeGreaterThan(90)
  expect(count((person) => person.category === 'associate')).toBeGreaterThan(15)
  for (const grade of Object.keys(grades))
    expect(count((person) => person.grade === grade)).toBeGreaterThan(1)
  expect(count((person) => person.diedYear !== undefined)).toBeGreaterThan(1)
  expect(count((person) => person.grade !== null && person.diedYear !== undefined)).toBeGreaterThan(0)
  expect(count((person) => !person.listed)).toBeGreaterThan(5)
  expect(new Set(people.map((person) => person.country)).size).toBeGreaterThan(12)
  expect(new Set(people.map((person) => person.discipline))).toEqual(new Set(disciplines))
  expect(count((person) => /[^ -~]/.test(person.givenName + person.familyName))).toBeGreaterThan(40)
  expect(count((person) => /^.\. .\.$/.test(person.givenName))).toBeGreaterThan(5)
})

test('every life runs forward in time, and every institution is in an invented city', () => {
  const cities = [...indianCities, ...foreignCities].map(([city]) => city)
  for (const person of makeSamplePeople(3000, 3)) {
    expect(Object.keys(categories)).toContain(person.category)
    expect(person.since).toBeGreaterThanOrEqual(1995)
    expect(person.since).toBeLessThanOrEqual(person.electedYear ?? 2026)
    expect(person.electedYear ?? person.since).toBeLessThanOrEqual(person.diedYear ?? 2026)
    expect(cities).toContain(person.city)
    expect(person.institution.endsWith(person.city)).toBe(true)
    expect(person.state !== undefined).toBe(person.country === 'India')
  }
})
