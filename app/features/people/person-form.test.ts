import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#test/makers/arbitrary/any-text.ts'
import { emptyValues, personFields, toValues, type PersonValues } from './person-fields.ts'
import { newPersonForm, personForm } from './person-form.ts'
import type { NewPerson } from './register.ts'

const form = personForm(2026)
const raman: PersonValues = {
  ...emptyValues,
  memberNo: 'LM-1',
  title: 'Prof.',
  givenName: 'C. V.',
  familyName: 'Raman',
  since: '1994',
  discipline: 'Physics',
  listed: 'yes',
}

test('typed text becomes a person in the register, and can be shown again', () => {
  const person = form.parse({ ...raman, grade: 'fellow', electedYear: '1996' })

  expect(person).toMatchObject({
    memberNo: 'LM-1',
    since: 1994,
    grade: 'fellow',
    electedYear: 1996,
    listed: true,
  })
  expect(person.institution).toBeNull()
  expect(toValues(person as NewPerson)).toEqual({ ...raman, grade: 'fellow', electedYear: '1996' })
})

test('a citation that no certificate can print is refused by naming the letters', () => {
  const typed = { ...raman, citation: 'For ஒளி and light.', gradeReason: '' }
  const { error } = newPersonForm(2026).safeParse(typed)

  expect(error?.issues).toMatchObject([
    { path: ['citation'], message: expect.stringContaining('cannot print “ஒ” and “ளி”.') },
  ])
  expect(newPersonForm(2026).safeParse({ ...typed, citation: 'For प्रकाश and φῶς.' }).success).toBe(false)
  expect(newPersonForm(2026).safeParse({ ...typed, citation: 'For प्रकाश and φως.' }).success).toBe(true)
})

test('odd spaces and decomposed letters are corrected', () => {
  const person = form.parse({ ...raman, familyName: ' \u00a0Mu\u0308ller\t\u200b Lu\u0308 ', city: '\n' })

  expect(person.familyName).toBe('Müller Lü')
  expect(person.city).toBeNull()
})

test.each<[Partial<PersonValues>, string, string]>([
  [{ memberNo: '' }, 'memberNo', 'Enter the member number.'],
  [
    { webPage: 'javascript:alert(1)' },
    'webPage',
    'Enter a whole web address, such as https://example.org/people/raman.',
  ],
  [
    { webPage: 'www.example.org' },
    'webPage',
    'Enter a whole web address, such as https://example.org/people/raman.',
  ],
  [
    { memberNo: '=1+1' },
    'memberNo',
    'Use only letters, digits, dots, dashes and slashes in the member number.',
  ],
  [
    { fellowNo: '<b>' },
    'fellowNo',
    'Use only letters, digits, dots, dashes and slashes in the fellow number.',
  ],
  [{ familyName: ' ' }, 'familyName', 'Enter the family name.'],
  [{ familyName: '--' }, 'familyName', 'Enter a family name with at least one letter.'],
  [{ familyName: 'x'.repeat(101) }, 'familyName', 'Shorten the family name to 100 characters.'],
  [{ category: 'king' }, 'category', 'Choose a category.'],
  [{ since: '' }, 'since', 'Enter the year of joining.'],
  [{ since: '94' }, 'since', 'Enter the year of joining as a number from 1900 to 2026.'],
  [{ since: '2027' }, 'since', 'Enter the year of joining as a number from 1900 to 2026.'],
  [{ grade: 'king' }, 'grade', 'Choose a grade, or none.'],
  [
    { electedYear: '2000' },
    'electedYear',
    'Only people with a grade have a year of election. Choose a grade, or leave the year empty.',
  ],
  [{ diedYear: '1993' }, 'diedYear', 'The year of death is before the year of joining. Correct one of them.'],
  [{ listed: 'perhaps' }, 'listed', 'Choose whether to list the person in the public directory.'],
])('%j is refused', (typed, field, sentence) => {
  const read = form.safeParse({ ...raman, ...typed })

  expect(read.error?.issues[0]).toMatchObject({ path: [field], message: sentence })
})

test('whatever is typed, the result is a person or a sentence for a field', () => {
  const values = fc.record(Object.fromEntries(Object.keys(personFields).map((field) => [field, anyText(30)])))
  fc.assert(
    fc.property(values, (typed) => {
      const read = form.safeParse(typed)
      const messages = read.error?.issues.map(({ message }) => message) ?? []
      expect(messages.every((message) => /^[A-Z].*\.$/.test(message))).toBe(true)
    }),
    { seed: 47, numRuns: 300 },
  )
})
