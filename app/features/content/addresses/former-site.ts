/** The Academy’s former website. */

/** Its pages whose addresses are known, and the pages that replace them. Staff may add others as redirects. */
export const formerPages: ReadonlyMap<string, string> = new Map([
  ['/web', '/'],
  ['/web/index.php', '/'],
  ['/web/index.php/constitution', '/iaps/constitution'],
  // The same text once more, under a name that Joomla made from the date.
  ['/web/index.php/2014-07-09-04-24-00', '/iaps/constitution'],
])

const folder = /^\/web(\/index\.php)?(?=\/|$)/

export function isOnFormerSite(path: string): boolean {
  return folder.test(path)
}

/** What an address of the former site says about its page. */
export function withoutFormerFolder(path: string): string {
  return path.replace(folder, '')
}
