import { expect } from 'vitest'
import { enquiryForm } from '#features/enquiries/form.ts'
import { passerBy } from '#test/makers/cases.ts'
import { monday, test } from '#test/harness/db.ts'
import { browserAt, findEnquiryOf } from '#test/makers/enquiries.ts'
import { isTaken } from '#test/harness/scale.ts'
import { peopleLetters } from '#test/makers/people-letters.ts'
import { sendEnquiry } from './operations.server.ts'
import { countQueues } from './queries.server.ts'

test('of the messages of people in ten languages none is refused and at most one in a hundred is held (G4)', async ({
  db,
}) => {
  const letters = peopleLetters()
  expect(letters).toHaveLength(500)
  const held: string[] = []
  const taken = letters.filter((_, at) => isTaken(at, 0, 3))
  for (const [at, letter] of taken.entries()) {
    const read = enquiryForm.safeParse(letter)
    expect(read.error, letter.message).toBeUndefined()
    // Forty of them at a time share an institute's address.
    const sent = await sendEnquiry(db, passerBy, browserAt(Math.floor(at / 40)), read.data ?? letter, monday)
    if (!sent.ok) throw new Error(`${letter.name} was refused.`)
    const saved = await findEnquiryOf(db, sent.reference)
    expect(saved).toMatchObject({ name: letter.name, subject: letter.subject, body: letter.message })
    if (saved?.state === 'held') held.push(`${letter.name}: ${saved.signs.join(', ')}`)
  }

  expect(held).toEqual([])
  expect(await countQueues(db, '')).toMatchObject({ new: taken.length, held: 0 })
})
