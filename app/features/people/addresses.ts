/** Where the page of a fellow is. The id stands in for a slug that has not been given yet. */
export function fellowAddress({ id, slug }: { id: string; slug: string | null }): string {
  return fellowFolder + (slug ?? id)
}

export const fellowFolder = '/fellowship/fellows/'
