/** The steps at which a process is killed, before and after each. */

/** Statements, by their start in both engines. */
export const statements = {
  begin: /^(begin|start transaction)/i,
  insert: /^insert into "(enquiry|dossier|attachment|file|entry_version)"/,
  trail: /^insert into "audit_entry"/,
  outbox: /^insert into "job"/,
  commit: /^commit/i,
  'claim mail': /^update "job" set "leased_until" = \S+ "leased_by" = \S+ "attempts"/,
  mark: /^update "mail" set "sent_at"/,
  'end job': /^update "job" set "leased_until" = \S+ "leased_by" = \S+ "done_at"/,
  publish: /^update "content_version"/,
  'cache switch': /^select "version" from "content_version"/,
}

export const others = ['receive', 'temporary file', 'fsync', 'rename', 'answer', 'send'] as const

export type Point = keyof typeof statements | (typeof others)[number]

export const points = [...others, ...(Object.keys(statements) as (keyof typeof statements)[])]
export const sides = ['before', 'after'] as const
