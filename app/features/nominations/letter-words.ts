import { placeholder } from '#features/letters/definition.ts'

/** Words in braces, and a sentence, that letters about all nominations share. */

export const nominee = placeholder('nominee', 'The nominee', 'Dr Sample Nominee')

export const proposer = placeholder('proposer', 'The proposer', 'Prof. Sample Proposer')

export const announced = placeholder(
  'announced',
  'When the result stops being confidential',
  'the Academy has announced it, not before 1 February 2027',
)

export const message = placeholder(
  'message',
  'The message from the office; often empty',
  'You have told us that you no longer wish to be admitted.',
)

export const confidential = 'Nominations are confidential. Please do not talk about this one to others.'
