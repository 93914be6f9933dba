import { placeholder } from './definition.ts'

/** What the letters of several features contain. */

export const reference = placeholder('reference', 'The reference of the case', 'FN-2027-0001')
export const reason = placeholder(
  'reason',
  'The message from the office',
  'Please add the list of publications.',
)
export const day = placeholder('day', 'A date', '31 January 2027')
export const number = placeholder('number', 'The number of the fellow or member', 'LM-0001')
export const other = placeholder(
  'other',
  'A note about another open form of the same person; often empty',
  'You have another application, MA-2027-0001, that we have not decided yet. We can consider only one at a time.',
)

export const oneUse =
  'The link is for you only. Nothing happens until you press the button on the page it opens.'
