import { expect, test } from 'vitest'
import type { Form } from './questions.ts'
import { shownParts } from './shown.ts'

const form: Form = {
  version: 2,
  parts: [
    {
      name: 'you',
      title: 'About you',
      questions: [
        { kind: 'line', name: 'name', label: 'Name', maxLength: 60 },
        { kind: 'choice', name: 'gender', label: 'Gender', choices: { female: 'Female' } },
        { kind: 'tick', name: 'agrees', label: 'I agree' },
        { kind: 'ticks', name: 'ways', label: 'Ways', choices: { a: 'By air', s: 'By sea' } },
        {
          kind: 'repeat',
          name: 'degrees',
          label: 'Degrees',
          one: 'degree',
          min: 0,
          max: 3,
          questions: [
            { kind: 'line', name: 'degree', label: 'Degree', maxLength: 60 },
            { kind: 'line', name: 'year', label: 'Year', maxLength: 4 },
            { kind: 'line', name: 'note', label: 'Note', maxLength: 4, optional: true },
          ],
        },
        { kind: 'file', name: 'vitae', label: 'Vitae', types: ['pdf'], maxBytes: 10, max: 1 },
        {
          kind: 'line',
          name: 'ship',
          label: 'Ship',
          maxLength: 60,
          when: { question: 'name', is: ['Somebody else'] },
        },
      ],
    },
    { name: 'none', title: 'Nothing', questions: [{ kind: 'line', name: 'x', label: 'X', maxLength: 1 }] },
  ],
}

const vitae = { id: '1', question: 'vitae', name: 'cv.pdf', mediaType: 'application/pdf', bytes: 7 }

test('answers are shown in the words of the form, and empty ones are not', () => {
  const answers = {
    name: 'Asha',
    agrees: 'yes',
    ways: ['s', 'odd'],
    degrees: [{ degree: 'PhD', year: '1980' }],
  }

  expect(shownParts(form, answers, [vitae])).toEqual([
    {
      name: 'you',
      title: 'About you',
      items: [
        { name: 'name', label: 'Name', shown: { kind: 'text', text: 'Asha' } },
        { name: 'agrees', label: 'I agree', shown: { kind: 'text', text: 'Yes' } },
        { name: 'ways', label: 'Ways', shown: { kind: 'lines', lines: ['By sea', 'odd'] } },
        {
          name: 'degrees',
          label: 'Degrees',
          shown: { kind: 'rows', headings: ['Degree', 'Year'], rows: [['PhD', '1980']] },
        },
        { name: 'vitae', label: 'Vitae', shown: { kind: 'files', files: [vitae] } },
      ],
    },
  ])
})

test('answers to questions that the form no longer asks are still shown', () => {
  const answers = { name: 'Asha', oldQuestion: 'Yes, indeed', ship: 'Beagle', jobs: [{ post: 'Clerk' }] }
  const old = { ...vitae, question: 'photoOfShip', fileKey: 'a secret' }

  expect(shownParts(form, answers, [old]).at(-1)).toEqual({
    name: 'earlier',
    title: 'Answers to questions that are no longer in the form',
    items: [
      { name: 'oldQuestion', label: 'Old question', shown: { kind: 'text', text: 'Yes, indeed' } },
      { name: 'ship', label: 'Ship', shown: { kind: 'text', text: 'Beagle' } },
      { name: 'jobs', label: 'Jobs', shown: { kind: 'rows', headings: ['Post'], rows: [['Clerk']] } },
      {
        name: 'photoOfShip',
        label: 'Photo of ship',
        shown: { kind: 'files', files: [{ ...vitae, question: 'photoOfShip' }] },
      },
    ],
  })
})

test('what a reader may not see is in no part', () => {
  const shown = shownParts(form, { name: 'Asha', gender: 'female' }, [], { without: ['gender'] })

  expect(JSON.stringify(shown)).not.toMatch(/gender|female/i)
})
