import { slugFrom } from '#features/content/addresses/slugs.ts'
import { listFigureFiles, plainText } from '#features/content/text/document-text.ts'
import type { RichText } from '#features/content/text/document.ts'
import type { Data } from './kinds.ts'

/** The articles of a newsletter issue. */

type ContentsItem = Data<'newsletter'>['contents'][number]

/** An article with a text: it has its own page, whose address ends in the slug. */
export type Article = ContentsItem & { slug: string; body: RichText }

/** An article without a text is only listed, and has no slug. */
export type ListedArticle = ContentsItem | Article

const maxSlugLength = 80

/** The contents of an issue in order. Equal titles get different slugs. */
export function listContents(contents: ContentsItem[]): ListedArticle[] {
  const taken = new Set<string>()
  return contents.map((item) => {
    if (!hasText(item)) return item
    const slug = freeSlug(slugFrom(item.title, maxSlugLength) || 'article', taken)
    taken.add(slug)
    return { ...item, slug }
  })
}

/** Only those with a text. */
export function listArticles(contents: ContentsItem[]): Article[] {
  return listContents(contents).filter(isArticle)
}

export function isArticle(item: ListedArticle): item is Article {
  return 'slug' in item
}

/** The editor leaves an empty paragraph where nobody has written anything. */
function hasText<T extends { body?: RichText | undefined }>(item: T): item is T & { body: RichText } {
  const { body } = item
  return body !== undefined && (plainText(body) !== '' || listFigureFiles([body]).length > 0)
}

function freeSlug(wanted: string, taken: Set<string>): string {
  let slug = wanted
  for (let number = 2; taken.has(slug); number++) slug = `${wanted}-${number}`
  return slug
}
