import { expect, test } from 'vitest'
import { z } from 'zod'
import { msToDeadline, withDeadline } from '#db/engine/deadline.server.ts'
import { noFields, readChosen, readForm } from './form.server.ts'

function posted(body: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Request('http://localhost/', { method: 'POST', headers, body })
}

test('chosen rows are read beside the other fields', async () => {
  const reason = z.strictObject({ reason: z.string() })
  const read = await readChosen(posted('row-a-1=on&reason=old&row-b=on'), reason)

  expect(read).toMatchObject({ ok: true, answers: { chosen: ['a-1', 'b'], reason: 'old' } })
})

test.for([
  ['', 'rows'],
  ['row-a=on&row-a=on', 'row-a'],
  ['row-a=yes', 'row-a'],
  ['row-=on', 'row-'],
  ['row-a=on&role=admin', 'role'],
  ['row-__proto__[x]=on&row-a=on', 'row-__proto__[x]'],
  [`row-${'a'.repeat(61)}=on`, `row-${'a'.repeat(61)}`],
  [Array.from({ length: 501 }, (_, index) => `row-${index}=on`).join('&'), 'rows'],
] as const)('“%.40s” is refused', async ([body, field]) => {
  const read = await readChosen(posted(body), noFields)

  expect(read.ok).toBe(false)
  expect(Object.keys(read.ok ? {} : read.errors)).toEqual([field])
})

test('the name of the prototype is refused also where a form may have further fields', async () => {
  const read = await readForm(posted('cases=&__proto__=admin'), z.object({}).catchall(z.string()))

  expect(read).toMatchObject({ ok: false, errors: { form: 'This form has no field “__proto__”.' } })
})

test('an invisible character that PostgreSQL cannot store is removed', async () => {
  const read = await readForm(posted('reason=from%00a+file%00'), z.strictObject({ reason: z.string() }))

  expect(read).toMatchObject({ ok: true, answers: { reason: 'froma file' } })
})

test('a form with many chosen rows may take longer than others', () =>
  withDeadline(async () => {
    await readForm(posted('reason=old'), z.strictObject({ reason: z.string() }))
    expect(msToDeadline()).toBeLessThan(5000)
    await readChosen(posted('row-a=on&row-b=on'), noFields)
    expect(msToDeadline()).toBe(Infinity)
  }))
