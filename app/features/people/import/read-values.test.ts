import { expect, test } from 'vitest'
import { guessMapping, usualDefaults } from './fields.ts'
import { splitName, valuesOf } from './read-values.ts'

test.each([
  ['Prof. C. V. Raman', 'Prof.', 'C. V.', 'Raman'],
  ['Prof. Dr. C.V.Raman', 'Prof. Dr.', 'C. V.', 'Raman'],
  ['Raman, C. V.', '', 'C. V.', 'Raman'],
  ['Raman, Dr C. V.', 'Dr', 'C. V.', 'Raman'],
  ['van der Berg, Anna', '', 'Anna', 'van der Berg'],
  ['Dr. Asha', 'Dr.', '', 'Asha'],
  ['Drona Sen', '', 'Drona', 'Sen'],
  ['डॉ. आशा वर्मा', 'डॉ.', 'आशा', 'वर्मा'],
  ['श्री राम प्रसाद', 'श्री', 'राम', 'प्रसाद'],
  ['Dr', '', '', 'Dr'],
])('%s is split', (name, title, givenName, familyName) => {
  expect(splitName(name)).toEqual({ title, givenName, familyName })
})

test('the columns of a file are guessed by their headings', () => {
  const headings = [
    'S.No.',
    'Membership No.',
    'NAME',
    'Institute',
    'Type of Membership',
    'Date of joining',
    'देश',
  ]

  expect(guessMapping(headings).columns).toEqual({
    memberNo: 1,
    name: 2,
    institution: 3,
    category: 4,
    since: 5,
    country: 6,
  })
})

test('our own export is understood completely', () => {
  const headings = [
    'Member number',
    'Given names',
    'Family name',
    'Grade',
    'In the public directory',
    'State',
  ]
  expect(guessMapping(headings).columns).toEqual({
    memberNo: 0,
    givenName: 1,
    familyName: 2,
    grade: 3,
    listed: 4,
    state: 5,
  })
})

test('an earlier mapping of the same headings counts more than a guess', () => {
  const earlier = {
    headings: ['No.', 'Wer', 'Name'],
    mapping: { columns: { name: 1, institution: 2 }, defaults: { ...usualDefaults, country: 'Nepal' } },
  }
  const guessed = guessMapping(['Name', 'No.', 'WER'], earlier)

  expect(guessed.columns).toEqual({ name: 2, institution: 0, memberNo: 1 })
  expect(guessed.defaults.country).toBe('Nepal')
})

test('a row contains only what it says', () => {
  const headings = ['no', 'name', 'category', 'since', 'grade', 'listed', 'city']
  const mapping = guessMapping(headings)
  const values = valuesOf(
    ['LM-1', 'Dr Asha  Sen', 'Life Member', '04/12/1994', 'Hon. Fellow', 'Yes', ' '],
    mapping,
  )

  expect(values).toEqual({
    memberNo: 'LM-1',
    title: 'Dr',
    givenName: 'Asha',
    familyName: 'Sen',
    category: 'life',
    since: '1994',
    grade: 'honorary-fellow',
    listed: 'yes',
  })
  expect(valuesOf(['LM-2'], mapping)).toEqual({ memberNo: 'LM-2' })
})

test.each([
  ['category', 'LM', 'life'],
  ['category', 'associate member', 'associate'],
  ['category', 'Gold', 'Gold'],
  ['grade', '-', ''],
  ['grade', 'AF', 'associate-fellow'],
  ['grade', 'Assoc. Fellow', 'associate-fellow'],
  ['since', '1994-12-04', '1994'],
  ['since', '1994', '1994'],
  ['since', '1994/1995', '1994/1995'],
  ['listed', 'TRUE', 'yes'],
  ['listed', 'नहीं', 'no'],
  ['listed', 'perhaps', 'perhaps'],
] as const)('in the column %s, %s is read as %j', (field, cell, value) => {
  expect(valuesOf([cell], { columns: { [field]: 0 }, defaults: usualDefaults })).toEqual({ [field]: value })
})

const one = (field: 'since' | 'category' | 'country', cell: string) =>
  valuesOf([cell], { columns: { [field]: 0 }, defaults: usualDefaults })[field]

test.each([
  ['05-Nov-98', '1998'],
  ['5.11.98', '1998'],
  ['05/11/07', '2007'],
  ['Nov-98', '1998'],
  ['Nov ’98', '1998'],
  ['5 November 1998', '1998'],
  ['1998-99', '1998'],
  ['98', '98'],
  ['nineteen', 'nineteen'],
])('%s is the year %s', (cell, year) => {
  expect(one('since', cell)).toBe(year)
})

test.each([
  ['Assoc. Member', 'associate'],
  ['Hon. Mem.', 'honorary'],
  ['Inst. Member', 'institutional'],
  ['L.M.', 'life'],
  ['Life Membership', 'life'],
  ['S', 'S'],
  ['Friend', 'Friend'],
])('%s is the category %s', (cell, category) => {
  expect(one('category', cell)).toBe(category)
})

test('what staff said a value means counts, for that value only', () => {
  const mapping = {
    columns: { category: 0 },
    defaults: usualDefaults,
    meanings: { category: { 'Class II': 'associate' } },
  }

  expect(valuesOf(['Class II'], mapping).category).toBe('associate')
  expect(valuesOf(['Class III'], mapping).category).toBe('Class III')
  expect(valuesOf(['toString'], mapping).category).toBe('toString')
})
