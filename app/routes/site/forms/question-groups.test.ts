import { expect, test } from 'vitest'
import { doi } from '#features/nominations/form-parts.ts'
import { questionGroups } from './question-groups.ts'

test('inside a sentence a label begins with a small letter, but an abbreviation stays as it is', () => {
  const year = { ...doi, name: 'year', label: 'Year of birth' }
  const rows = { name: 'rows', label: 'Rows', one: 'row', min: 0, max: 3, questions: [doi, year] }
  const part = { name: 'a', title: 'A', questions: [{ kind: 'repeat' as const, ...rows }] }
  const [group] = questionGroups({ version: 1, parts: [part] })

  expect(group?.questions[0]?.hint).toBe('Up to 3, each with: DOI (optional), year of birth (optional).')
})
