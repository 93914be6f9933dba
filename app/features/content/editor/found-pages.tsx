import { useEffect, useState } from 'react'

export type PageLink = { title: string; href: string }

/** All pages, or a search by words of their title. */
export type Pages = PageLink[] | ((words: string) => Promise<PageLink[]>)

const max = 8

/** The pages of the site that match the words, best first. */
export async function findPages(words: string): Promise<PageLink[]> {
  const response = await fetch(`/editor/pages?q=${encodeURIComponent(words)}`)
  return response.ok ? ((await response.json()) as { pages: PageLink[] }).pages : []
}

/**
 * Of several searches under way only the answer to the last counts. Until it arrives, earlier results that still match
 * are shown.
 */
export function useFoundPages(pages: Pages, words: string): { found: PageLink[]; isPending: boolean } {
  const [{ found: answered, to }, setAnswer] = useState<{ found: PageLink[]; to: string }>({
    found: [],
    to: '',
  })
  useEffect(() => {
    let isCurrent = true
    const query = words.trim()
    const answer =
      query === ''
        ? []
        : typeof pages === 'function'
          ? pages(query)
          : pages.filter((page) => fits(page, query))
    Promise.resolve(answer).then(
      (list) => isCurrent && setAnswer({ found: list.slice(0, max), to: words }),
      () => isCurrent && setAnswer({ found: [], to: words }),
    )
    return () => {
      isCurrent = false
    }
  }, [pages, words])
  if (to === words) return { found: answered, isPending: false }
  const found = words.trim() ? answered.filter((page) => fits(page, words.trim())) : []
  return { found, isPending: found.length === 0 }
}

function fits({ title, href }: PageLink, words: string) {
  const text = `${title} ${href}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
