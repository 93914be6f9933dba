const maxPathLength = 300

/** The known paths that someone who typed an unknown one may have meant, most likely first. */
export function nearestPaths(path: string, knownPaths: readonly string[], max: number): string[] {
  const sought = traits(path)
  return knownPaths
    .map((known) => ({ known, alike: similarity(sought, traits(known)) }))
    .filter(({ alike }) => alike >= 0.2)
    .toSorted((a, b) => b.alike - a.alike || (a.known < b.known ? -1 : 1))
    .slice(0, max)
    .map(({ known }) => known)
}

/** The share of common trigrams: swapped, missing and added letters affect only a few of them. */
function similarity(a: Set<string>, b: Set<string>) {
  const shared = a.intersection(b).size
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size)
}

// Each part of the path counts separately, so that a page is also found under the wrong section.
function traits(path: string): Set<string> {
  const parts = path
    .slice(0, maxPathLength)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return new Set(parts.filter(Boolean).flatMap((part) => threes(`  ${part} `)))
}

function threes(text: string) {
  return Array.from({ length: text.length - 2 }, (_, start) => text.slice(start, start + 3))
}
