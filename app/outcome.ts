/** The result of an operation: done, possibly with a value, or refused for a reason the person can act on. */
export type Outcome<Reason extends string, Details extends object = object> =
  | ({ ok: true } & Details)
  | { ok: false; reason: Reason }
