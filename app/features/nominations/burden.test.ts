import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Form, Plain, Question } from '#features/forms/questions.ts'
import { nominationForm, type FellowshipKind } from './form.ts'

/**
 * How much a proposer has to fill in, counted as the pages first show it: each field once, and of a question with rows
 * the fields of one row. Publications are one box for a list, and what a list does not say.
 */

const settings = {
  honoraryNominations: false,
  associateMostAge: '',
  associateProofOfAge: false,
  associateSeconder: false,
}

function fieldsOf({ parts }: Form): { optional?: true }[] {
  return parts.flatMap(({ questions }) => questions.flatMap(fieldsOfQuestion))
}

function fieldsOfQuestion(question: Question): (Question | Plain)[] {
  if (question.kind !== 'repeat') return [question]
  if (question.pasted) return [question, ...question.questions.filter(isNotInList)]
  return question.optional ? question.questions.map(toOptional) : question.questions
}

/** What a list of publications does not say, such as the nominee's own contribution. */
function isNotInList({ optional, unless }: Plain): boolean {
  return !optional && unless === undefined
}

function toOptional(question: Plain): Plain {
  return { ...question, optional: true }
}

function measured(kind: FellowshipKind) {
  const fields = fieldsOf(nominationForm(kind, settings))
  return { fields: fields.length, required: fields.filter(({ optional }) => !optional).length }
}

test('the fields of a nomination are counted and written down', () => {
  const page = readFileSync('docs/evidence/burden.md', 'utf8')
  const [fellow, associate] = [measured('fellow'), measured('associate-fellow')]

  expect({ fellow, associate }).toEqual({
    fellow: { fields: 70, required: 47 },
    associate: { fields: 72, required: 54 },
  })
  expect(page).toContain(`| Fellow | ${fellow.fields} | ${fellow.required} | 45 |`)
  expect(page).toContain(`| Associate Fellow | ${associate.fields} | ${associate.required} | 35 |`)
})
