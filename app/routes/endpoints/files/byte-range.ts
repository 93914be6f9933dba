/** Whether the client already has what we would send (RFC 9110, If-None-Match). */
export function isUnchanged(headers: Headers, etag: string): boolean {
  const known = headers.get('if-none-match')
  if (known === null) return false
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

export type Range = { start: number; end: number }

/**
 * The single requested byte range. Several ranges, other units and a range of an older file are answered with the
 * whole, which RFC 9110 allows; `none` means that the range starts beyond the end.
 */
export function readRange(headers: Headers, etag: string, bytes: number): Range | 'all' | 'none' {
  const condition = headers.get('if-range')
  if (condition !== null && condition !== etag) return 'all'
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.trim() ?? '')
  if (!match) return 'all'
  const [, first = '', last = ''] = match
  if (first === '') return last === '' ? 'all' : lastBytes(Number(last), bytes)

  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start < bytes ? { start, end } : 'none'
}

function lastBytes(count: number, bytes: number): Range | 'none' {
  if (count === 0 || bytes === 0) return 'none'
  return { start: Math.max(0, bytes - count), end: bytes - 1 }
}
