import { afterEach, beforeEach, expect, vi } from 'vitest'
import { takeForeign } from './outbound.ts'

/** A warning that nobody reads is a bug that nobody fixes: it fails the test that caused it. */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

/** What every object inherits: a field called `__proto__` that reaches it would change all of them. */
const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype]
const atFirst = prototypes.map(namesOf)

afterEach(() => {
  const noise = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  vi.restoreAllMocks()
  expect(noise).toEqual([])
  expect(prototypes.map(namesOf)).toEqual(atFirst)
  expect(takeForeign()).toEqual([])
})

function namesOf(prototype: object): string {
  return Reflect.ownKeys(prototype).map(String).join(' ')
}
