/** Shares of a whole, stored as `2/3` and `>1/2`, as people read and write them: “2/3”, “more than 1/2”. */

export function storedShare(typed: string): string {
  return typed
    .trim()
    .replace(/^at least\s+/i, '')
    .replace(/^more than\s+/i, '>')
    .replaceAll(/\s/g, '')
}

export function writtenShare(stored: string): string {
  return stored.replace(/^>/, 'more than ')
}
