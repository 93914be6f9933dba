/** What an operation answers: done, perhaps with something to tell, or refused for a reason the person can act on. */
export type Outcome<Reason extends string, Details extends object = object> =
  | ({ ok: true } & Details)
  | { ok: false; reason: Reason }
