import { choice, group, line, paragraph, required, yesNo } from './field.ts'

/** Fields that several kinds have. */

export const title = required(line('title', 'Title'))

export const source = group(
  'source',
  'Source',
  [
    required(paragraph('note', 'Where this comes from')),
    required(choice('confidence', 'Confidence', { high: 'High', medium: 'Medium', low: 'Low' })),
    paragraph('toConfirm', 'Still to be confirmed', 'What to ask the Academy'),
  ],
  'Only staff see this.',
)

export const person = [
  required(line('name', 'Name')),
  line('affiliation', 'Institution'),
  line('role', 'Role', 'Such as Convener or Chief guest'),
]

export const cancelled = yesNo(
  'cancelled',
  'Cancelled',
  'The page remains and says “Cancelled”, as calendars do',
)

export const location = [line('city', 'City'), line('state', 'State'), line('country', 'Country')]
