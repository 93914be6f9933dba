/** What an operation answers: done, perhaps with something to tell, or refused for a reason the person can act on. */
export type Outcome<Reason extends string, Told extends object = object> =
  | ({ ok: true } & Told)
  | { ok: false; reason: Reason }
