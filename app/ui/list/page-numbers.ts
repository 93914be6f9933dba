/** First, last and the neighbours of the current page; `undefined` stands for the pages left out between them. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const sorted = [...new Set(shown)].toSorted((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const gap = number - (sorted[index - 1] ?? 0)
    if (gap === 2) return [number - 1, number]
    return gap > 2 ? [undefined, number] : [number]
  })
}
