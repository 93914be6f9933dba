/** The title of a tab: the page, what it belongs to and the site, each name once. */
export function tabTitle(names: string[], hasErrors?: boolean): string {
  return `${hasErrors ? 'Error: ' : ''}${[...new Set(names)].join(' – ')}`
}
