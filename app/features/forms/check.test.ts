import { expect, test } from 'vitest'
import { rightAnswers } from '#test/makers/cases.ts'
import { nominationForm, nominationRules } from '#features/nominations/form.ts'
import { membershipForm, membershipRules } from '#features/memberships/form.ts'
import { checkForm, checkPlain } from './check.ts'
import type { Format } from './formats.ts'
import { fillIn, onlyApplicable, readPart } from './fields.ts'
import type { Answers, AttachedFile, Form, PlainQuestion } from './questions.ts'

const today = '2026-11-15'
const settings = {
  honoraryNominations: false,
  associateMostAge: '',
  associateProofOfAge: false,
  associateSeconder: true,
}
const fellow = nominationForm('fellow', settings)
const associate = nominationForm('associate-fellow', settings)
const membership = membershipForm({ introducersNeeded: false, chapters: '', upiAddress: '' }, false)

function filesFor(form: Form): AttachedFile[] {
  const applicable = form.parts.flatMap(({ questions }) => questions).filter((one) => one.kind === 'file')
  return applicable.map(({ name }) => ({
    id: name,
    question: name,
    name,
    mediaType: 'application/pdf',
    bytes: 9,
  }))
}

function faultsOf(answers: Answers): Record<string, string> {
  return Object.assign(
    {},
    ...Object.values(checkForm(fellow, answers, filesFor(fellow), today, nominationRules)),
  )
}

test('each form accepts correct answers', () => {
  expect(checkForm(fellow, rightAnswers.fellow, filesFor(fellow), today, nominationRules)).toEqual({})
  const forAssociate = rightAnswers['associate-fellow']
  expect(checkForm(associate, forAssociate, filesFor(associate), today, nominationRules)).toEqual({})
  const forMember = rightAnswers.membership
  expect(checkForm(membership, forMember, filesFor(membership), today, membershipRules)).toEqual({})
})

test('an empty form asks in each part for what is required', () => {
  const faults = checkForm(fellow, {}, [], today, nominationRules)

  expect(Object.keys(faults)).toEqual([
    ...['nominee', 'career', 'case', 'attachments', 'experts', 'proposer', 'seconder'],
  ])
  expect(faults['nominee']).not.toHaveProperty('middleName')
  expect(faults['nominee']).not.toHaveProperty('memberNo')
  expect(faults['attachments']).toEqual({
    vitae: 'Curriculum vitae: choose a file.',
    allPublications: 'Full list of publications: choose a file.',
  })
})

test.for([
  ['the proposer is the nominee', { proposerEmail: 'ASHA@example.org' }, 'proposerEmail'],
  ['the seconder is the nominee', { seconderEmail: 'asha@example.org' }, 'seconderEmail'],
  ['the seconder is the proposer', { seconderEmail: 'ben@example.org' }, 'seconderEmail'],
  ['both disciplines are one', { secondDiscipline: 'Physics' }, 'secondDiscipline'],
  [
    'a position ends before it began',
    { positions: [{ post: 'Reader', institution: 'X', from: '1985', to: '1984' }] },
    'positions-0-to',
  ],
  [
    'an expert works with the nominee',
    {
      experts: [
        { name: 'D', institution: 'sample  institute', email: 'd@x.example', field: 'x', relation: 'None' },
        { name: 'E', institution: 'Far', email: 'e@x.example', field: 'x', relation: 'None' },
      ],
    },
    'experts-0-institution',
  ],
  ['a conflict is both none and some', { conflicts: ['none', 'relative'] }, 'conflicts'],
  ['the analysis is short', { analysis: 'short' }, 'analysis'],
  ['the citation is long', { citation: 'word '.repeat(51) }, 'citation'],
  ['the nominee is a child', { birthDay: '2020-01-01' }, 'birthDay'],
] as const)('it is reported if %s', ([, changes, field]) => {
  const faults = faultsOf({ ...rightAnswers.fellow, ...(changes as unknown as Answers) })

  expect(Object.keys(faults)).toEqual([field])
})

const about = { name: 'x', label: 'X' }
test('a citation needs letters that a certificate can print', () => {
  const typed = { ...rightAnswers.fellow, citation: 'For ஒளி.' }
  expect(faultsOf(typed)['citation']).toMatch(
    /^Proposed citation: our certificates cannot print “ஒ” and “ளி”\. /,
  )
})

const line = (format?: Format): PlainQuestion => ({
  ...about,
  kind: 'line',
  maxLength: 40,
  ...(format && { format }),
})
const day = (more: object = {}): PlainQuestion => ({ ...about, kind: 'day', ...more })
const count = (more: object = {}): PlainQuestion => ({
  ...about,
  kind: 'count',
  min: 0,
  max: 100,
  ...more,
})

test.for<[PlainQuestion, string, boolean]>([
  [line('email'), 'a@b.example', true],
  [line('email'), 'a@b', false],
  [line('orcid'), '0000-0002-1825-0097', true],
  [line('orcid'), '0000-0002-1825-0098', false],
  [line('doi'), '10.1000/182', true],
  [line('doi'), 'https://doi.org/10.1000/182', false],
  [line('web'), 'javascript:alert(1)', false],
  [line(), 'x'.repeat(41), false],
  [day(), '2026-02-30', false],
  [day({ yearsBack: 0 }), '2026-11-15', true],
  [day({ yearsBack: 0 }), '2026-11-16', false],
  [day({ yearsBack: 18 }), '2008-11-15', true],
  [day({ yearsBack: 18 }), '2008-11-16', false],
  [day({ ahead: true }), '2026-11-15', false],
  [count({ money: true }), '99.50', true],
  [count(), '99.50', false],
  [count(), '1e2', false],
  [{ ...about, kind: 'choice', choices: { a: 'A' } }, '__proto__', false],
])('%o accepts “%s”: %s', ([question, text, isRight]) => {
  expect(checkPlain(question, text, today) === undefined).toBe(isRight)
})

test('what a page shows is read back as it was', () => {
  for (const form of [fellow, associate])
    for (const part of form.parts) {
      const answers = Object.fromEntries(
        part.questions.flatMap(({ name }) => {
          const answer = rightAnswers.fellow[name]
          return answer === undefined ? [] : [[name, answer]]
        }),
      )
      const read = readPart(part, fillIn(part, answers))
      expect(read.ok && onlyApplicable([part], { isMember: 'yes', ...read.answers })).toEqual(
        onlyApplicable([part], { isMember: 'yes', ...answers }),
      )
    }
})

test('a field that no question has is refused', () => {
  const part = fellow.parts[0]!
  for (const name of ['__proto__', 'degrees-99-year', 'constructor', 'title[0]', 'photograph'])
    expect(readPart(part, { [name]: 'x' }).ok, name).toBe(false)
})

test('someone older than the settings allow needs a reason, from the day of being a year too old', () => {
  const form = nominationForm('associate-fellow', { ...settings, associateMostAge: '40' })
  const faultsFor = (changes: Answers) => {
    const answers = { ...rightAnswers['associate-fellow'], ...changes }
    return checkForm(form, answers, filesFor(form), today, nominationRules)
  }

  expect(faultsFor({ birthDay: '1985-11-16' })).toEqual({})
  expect(faultsFor({ birthDay: '1985-11-15' })).toEqual({
    nominee: { ageReason: 'Reason for an exception to the age limit: this field is required.' },
  })
  expect(faultsFor({ birthDay: '1985-11-15', ageReason: 'Two years of leave.' })).toEqual({})
})
