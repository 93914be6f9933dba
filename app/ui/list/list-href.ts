export type Direction = 'asc' | 'desc'

export type Query = Record<string, string | number | boolean | null | undefined>

/**
 * The address of a list with its filters, some of them changed. Page 1, ascending and empty answers are defaults, so
 * they are left out.
 */
export function listHref(path: string, query: Query, changes: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    const text = value ? String(value) : ''
    const isUsual = (name === 'page' && text === '1') || (name === 'dir' && text === 'asc')
    if (text !== '' && !isUsual) params.set(name, text)
  }
  return params.size === 0 ? path : `${path}?${params}`
}
