import type { RouterContextProvider } from 'react-router'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { findSectionPictures } from './text-pictures.server.ts'

/** The words an editor wrote for the head of a list page. */
export async function readPageText(context: Readonly<RouterContextProvider>, slug: string) {
  const { db } = given({ context })
  const page = await findEntry(db, 'page', slug)
  if (!page) throw new Error(`The page "${slug}" has no published text.`)
  const { title, lead, sections } = page.data
  return { title, lead, sections, pictures: await findSectionPictures(context, sections) }
}
