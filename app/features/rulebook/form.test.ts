import { expect, test } from 'vitest'
import { ruleForm } from './form.ts'

const typed = {
  ...{ clause: '7', words: 'Only Fellows and life members sign.', stage: 'scrutiny', from: '', to: '' },
  ...{ revision: '1', 'value-of': 'proposer' },
}

test('the grades of a rule and of its check are boxes to tick', () => {
  const read = ruleForm('grade-is').safeParse({
    ...typed,
    ...{ 'grades-fellow': 'yes', 'value-grades-fellow': 'yes', 'value-grades-life': 'yes' },
  })
  expect(read.data?.rule).toMatchObject({
    grades: ['fellow'],
    values: { of: 'proposer', grades: ['fellow', 'life'] },
  })
})

test('a grade that the register does not have stays if it is stored and ticked', () => {
  const stored = { grades: ['junior-fellow'], values: { of: 'proposer', grades: ['corresponding'] } }
  const boxes = { 'grades-junior-fellow': 'yes', 'value-grades-corresponding': 'yes' }
  const { data } = ruleForm('grade-is', stored).safeParse({ ...typed, ...boxes })
  expect(data?.rule).toMatchObject({ grades: ['junior-fellow'], values: { grades: ['corresponding'] } })
  expect(ruleForm('grade-is').safeParse({ ...typed, ...boxes }).success).toBe(false)
})
