import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Form, PlainQuestion, Question } from '#features/forms/questions.ts'
import { divideForm } from './details/details.ts'
import { nominationForm, type FellowshipKind } from './form.ts'

/**
 * How much each person has to fill in, counted as the pages first show it: each field once, and of a question with rows
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

function fieldsOfQuestion(question: Question): (Question | PlainQuestion)[] {
  if (question.kind !== 'repeat') return [question]
  if (question.pasted) return [question, ...question.questions.filter(isNotInList)]
  return question.optional ? question.questions.map(toOptional) : question.questions
}

/** What a list of publications does not say, such as the nominee's own contribution. */
function isNotInList({ optional, unless }: PlainQuestion): boolean {
  return !optional && unless === undefined
}

function toOptional(question: PlainQuestion): PlainQuestion {
  return { ...question, optional: true }
}

function measured(kind: FellowshipKind, answers: Record<string, string>) {
  const fields = fieldsOf(divideForm(nominationForm(kind, settings), answers, kind))
  return { fields: fields.length, required: fields.filter(({ optional }) => !optional).length }
}

const people = [
  { who: 'Proposer', answers: { detailsBy: 'nominee' } },
  { who: 'Nominee', answers: { filledInBy: 'nominee' } },
  { who: 'Proposer who fills in all', answers: { detailsBy: 'proposer' } },
]

const kinds = [
  { kind: 'fellow', name: 'Fellow', goal: 45 },
  { kind: 'associate-fellow', name: 'Associate Fellow', goal: 35 },
] as const

test.each(kinds)('a proposer of a nominee for $name meets no more fields than the goal', ({ kind, goal }) => {
  expect(measured(kind, { detailsBy: 'nominee' }).fields).toBeLessThanOrEqual(goal)
})

test('the fields of a nomination are counted and written down', () => {
  const page = readFileSync('docs/evidence/form-fields.md', 'utf8')
  for (const { kind, name, goal } of kinds)
    for (const { who, answers } of people) {
      const { fields, required } = measured(kind, answers)
      const last = who === 'Proposer' ? goal : '–'
      expect(page).toContain(`| ${name} | ${who} | ${fields} | ${required} | ${last} |`)
    }
})

test('the two people together answer every question of the form', () => {
  for (const { kind } of kinds) {
    const form = nominationForm(kind, settings)
    const names = (answers: Record<string, string>) =>
      divideForm(form, answers, kind).parts.flatMap(({ questions }) => questions.map(({ name }) => name))
    const all = form.parts.flatMap(({ questions }) => questions.map(({ name }) => name))
    const together = new Set([...names({ detailsBy: 'nominee' }), ...names({ filledInBy: 'nominee' })])
    expect(all.filter((name) => !together.has(name))).toEqual([])
    expect(all.filter((name) => !names({ detailsBy: 'given' }).includes(name))).toEqual([])
  }
})
