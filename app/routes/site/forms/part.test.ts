import { expect, test } from 'vitest'
import { shouldRevalidate } from './part.tsx'

function sent(field: string): FormData {
  const form = new FormData()
  form.set(field, 'on')
  return form
}

test('what was saved with errors is checked again, because the form may have closed meanwhile', () => {
  const save = { formData: sent('go'), defaultShouldRevalidate: false }
  expect(shouldRevalidate({ ...save, actionStatus: 400 })).toBe(true)
  expect(shouldRevalidate({ ...save, actionStatus: 503 })).toBe(false)
})

test('an automatic save leaves the page as it is', () => {
  expect(shouldRevalidate({ formData: sent('keep'), actionStatus: 200, defaultShouldRevalidate: true })).toBe(
    false,
  )
})
