/** What the server must know about the addresses, cookies and queries of its site. */
export interface SiteAddresses {
  /** Matches the cookies of someone with a session; they may be forged. */
  session: RegExp
  /** Pages made for one visitor. */
  personal: RegExp
  /** Pages that a cookie of their own opens, and that show what a person has written or what we have about them. */
  ofOneBrowser: RegExp
  /** On the way to a sign-in provider and back, where a cookie decides. */
  providers: RegExp
  /** Pages that may show a key, a code or a link that gives access to anyone who has it. */
  credentials: RegExp
  /** Stored files that are sent in ranges. */
  files: RegExp
  /** Files and documents whose downloads are counted. */
  downloads: RegExp
  /** Pages that are not counted, because their address names someone or lets someone in. */
  uncounted: RegExp
  /** The page of a draft, with its files. */
  previews: RegExp
  /** What monitoring systems read. */
  metrics: RegExp
  /** Addresses that services elsewhere post to for a person, without the origin and cookies of a browser. */
  postedElsewhere: RegExp
  /** Queries that no page knows would fill the cache with copies. */
  knownParameters: ReadonlySet<string>
}
