import type { RouterContextProvider } from 'react-router'
import { pageAddress, pageSlugAt } from '#features/content/addresses/addresses.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { firstSentence } from '#features/content/text/first-sentence.ts'
import { menuOf, type MenuNode } from '#features/menu/menu.ts'
import { readMenuRows } from '#features/menu/queries.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { sectionOf } from '#routes/site/frame/sections.ts'
import { findSectionPictures } from './text-pictures.server.ts'

type Db = Parameters<typeof readMenuRows>[0]

/** The words and the pages of a section's own page. A site older than this page has no words for it yet. */
export async function readSectionText(context: Readonly<RouterContextProvider>, path: string) {
  const { db } = given({ context })
  const page = await findEntry(db, 'page', pageSlugAt(path))
  const { title, lead, sections } = page?.data ?? { title: sectionOf(path).label, sections: [] }
  return {
    ...{ title, lead, sections },
    pictures: await findSectionPictures(context, sections),
    pages: await listSectionPages(db, path),
  }
}

export type SectionText = Awaited<ReturnType<typeof readSectionText>>

/** In the order of the menu. */
async function listSectionPages(db: Db, path: string) {
  const group = menuOf(await readMenuRows(db)).find(({ under }) => under === path)
  const pages = []
  for (const { href, label } of linksOf(group?.children ?? [])) {
    const slug = pageSlugAt(href)
    const page = pageAddress(slug) === href ? await findEntry(db, 'page', slug) : undefined
    const { title = label, lead = '' } = page?.data ?? {}
    pages.push({ href, name: title, sentence: firstSentence(lead) })
  }
  return pages
}

function linksOf(nodes: MenuNode[]): { href: string; label: string }[] {
  return nodes.flatMap(({ href, label, children }) => [
    ...(href ? [{ href, label }] : []),
    ...linksOf(children ?? []),
  ])
}
