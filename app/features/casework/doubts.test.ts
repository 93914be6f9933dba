import { expect, test } from 'vitest'
import { rightAnswers } from '#test/makers/cases.ts'
import { ageOn, claimsIn, doubtsAbout, doubtsAboutNomination, doubtsAboutSignature } from './doubts.ts'

const claim = { of: 'nominee', kind: 'member', name: 'Dr Asha Sample', number: 'LM-12' } as const
const holder = { givenName: 'A.', familyName: 'Sample', grade: null, diedYear: null }

test('a number that nobody has, or someone else, or someone deceased, is doubted', () => {
  expect(doubtsAbout(claim, holder)).toEqual([])
  expect(doubtsAbout(claim, { ...holder, familyName: 'SAMPLE-RAO' })).toEqual([])
  expect(doubtsAbout(claim, undefined)).toEqual([
    'The nominee gave the membership number LM-12, which is not in the register.',
  ])
  expect(doubtsAbout(claim, { ...holder, givenName: 'Ravi', familyName: 'Kumar' })).toEqual([
    'In the register, LM-12 belongs to Ravi Kumar, not to the nominee Dr Asha Sample.',
  ])
  expect(doubtsAbout(claim, { ...holder, diedYear: 1990 })).toEqual([
    'A. Sample, who has LM-12, died in 1990.',
  ])
})

test('all numbers that a form gives are compared, and none that it leaves out', () => {
  const numbers = (caseType: 'fellow' | 'membership', changes = {}) =>
    claimsIn(caseType, { ...rightAnswers[caseType], ...changes }).map(({ of, number }) => `${of} ${number}`)

  expect(numbers('fellow')).toEqual(['nominee LM-12', 'proposer F-7', 'seconder F-8'])
  expect(numbers('membership')).toEqual([])
  expect(numbers('membership', { memberNo: 'SM-3', seconderNo: 'LM-9' })).toEqual([
    'applicant SM-3',
    'seconder LM-9',
  ])
})

test('violations of the rules are reported, and nothing else', () => {
  const usual = { holder, seconderKnows: false, maxAge: 40, on: '1995-01-02' }
  const doubts = (caseType: 'fellow' | 'associate-fellow', changes = {}, more = {}) =>
    doubtsAboutNomination({
      process: caseType,
      answers: { ...rightAnswers[caseType], ...changes },
      ...usual,
      ...more,
    })

  expect(doubts('fellow')).toEqual([])
  expect(
    doubts('fellow', { isMember: 'no', knowsWork: '' }, { holder: { ...holder, grade: 'fellow' } }),
  ).toEqual([
    'The nominee is not a member yet. Only members can be elected as fellows.',
    'The register already lists the nominee as Fellow.',
    'Neither the proposer nor the seconder says that they know the work personally.',
  ])
  expect(doubts('fellow', { knowsWork: '' }, { seconderKnows: undefined })).toEqual([])
  expect(doubts('associate-fellow')).toEqual([
    'The nominee was 44 years old when we received the nomination. The limit in the settings is 40.',
  ])
  expect(doubts('associate-fellow', {}, { maxAge: 44 })).toEqual([])
  expect(doubts('associate-fellow', {}, { maxAge: 0 })).toEqual([])
})

test('people are a year older on their birthday', () => {
  expect(ageOn('1950-03-01', '1990-02-28')).toBe(39)
  expect(ageOn('1950-03-01', '1990-03-01')).toBe(40)
  expect(ageOn('1952-02-29', '1990-02-28')).toBe(37)
  expect(ageOn('1952-02-29', '1990-03-01')).toBe(38)
})

test('a signature in another name is doubted, one with initials is not', () => {
  expect(doubtsAboutSignature('proposer', 'Prof. Ben Sample', 'B. Sample')).toEqual([])
  expect(doubtsAboutSignature('proposer', 'Prof. Ben Sample', 'Dev Other')).toEqual([
    'The proposer Prof. Ben Sample signed as “Dev Other”.',
  ])
})
