import { expect, test } from 'vitest'
import { countryOf } from './countries.ts'

test.for([
  ['INDIA', 'India'],
  ['Bharat', 'India'],
  ['भारत', 'India'],
  ['IN', 'India'],
  ['U.S.A.', 'United States'],
  ['The United States of America', 'United States'],
  ['UK', 'United Kingdom'],
  ['England', 'United Kingdom'],
  ['Deutschland', 'Germany'],
  ['Türkiye', 'Türkiye'],
  ['Turkey', 'Türkiye'],
  ['south korea', 'South Korea'],
  ['Burma', 'Myanmar'],
  ['Trinidad and Tobago', 'Trinidad & Tobago'],
  ['Atlantis', 'Atlantis'],
  ['', ''],
] as const)('%s is %s', ([written, name]) => {
  expect(countryOf(written)).toBe(name)
})
