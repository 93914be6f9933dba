/** What the server has to know of the addresses, cookies and queries of the site that it serves. */
export interface SiteAddresses {
  /** In the cookies of whoever has a session; it may be made up. */
  session: RegExp
  /** Pages that are made for one visitor. */
  personal: RegExp
  /** Whose first page is for everybody; behind it a cookie tells what somebody has written. */
  begunForms: RegExp
  /** Stored files that are sent in ranges. */
  files: RegExp
  /** The page of a draft, with its files. */
  previews: RegExp
  /** Asked by machines about this moment; the first must not even ask the database. */
  probes: RegExp
  /** By which mail services take a reader off a list. */
  leaving: RegExp
  /** Queries that no page knows would fill the cache with copies. */
  knownParameters: ReadonlySet<string>
}
