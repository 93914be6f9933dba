import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { enrolPeople, removeSamplePeople } from '#features/people/operations.server.ts'
import { makeSamplePeople } from '#starter/people.ts'
import { slicesOf } from '#test/bench/slices.ts'

/** As many people, files, letters and former addresses as there is news, for the other lists of the staff area. */
export async function fillOtherLists(db: Db, count: number, now: Date): Promise<void> {
  await removeSamplePeople(db, now)
  await enrolPeople(db, makeSamplePeople(count, 1994), now)
  await copyFiles(db, count, now)
  const at = (index: number) => now.getTime() - (count - index) * 600_000
  const numbers = Array.from({ length: count }, (_, index) => index)
  for (const part of slicesOf(numbers, 1000)) {
    await db
      .insertInto('redirect')
      .values(
        part.map((index) => ({
          from_path: `/reports/${index + 1}.html`,
          to_path: `/news/report-${index + 1}`,
          created_at: at(index),
        })),
      )
      .execute()
    await db
      .insertInto('mail')
      .values(part.map((index) => letter(index, at(index))))
      .execute()
  }
}

function letter(index: number, queued_at: number) {
  const body = `Dear colleague ${index}, this letter has the length of an ordinary one. `.repeat(12)
  return {
    ...{ id: newId(), kind: 'sample', recipient: `person${index}@example.org`, subject: `Letter ${index}` },
    ...{ body_text: body, body_html: `<p>${body}</p>`, message_id: `<${index}@example.org>` },
    ...{ queued_at, sent_at: queued_at + 1000 },
  }
}

/** The sample pictures repeatedly, each with its variants, under other names. */
async function copyFiles(db: Db, count: number, now: Date) {
  const files = await db.selectFrom('file').selectAll().execute()
  const variants = await db.selectFrom('picture_variant').selectAll().execute()
  for (let start = 0; start < count; start += 200) {
    const rows = Array.from({ length: 200 }, (_, index) => {
      const number = start + index
      const file = files[number % files.length]!
      return {
        ...file,
        id: newId(),
        name: `${number}-${file.name}`,
        created_at: now.getTime() - number * 60_000,
        from: file.id,
      }
    })
    await db
      .insertInto('file')
      .values(rows.map(({ from: _, ...row }) => row))
      .execute()
    const copies = rows.flatMap(({ id, from }) =>
      variants.filter(({ file_id }) => file_id === from).map((variant) => ({ ...variant, file_id: id })),
    )
    for (const part of slicesOf(copies, 1000)) await db.insertInto('picture_variant').values(part).execute()
  }
}
