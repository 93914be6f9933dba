import type { AuditAction } from '#features/audit/sentences.ts'

/** A name of an action as the trail may hold it, though no feature has a sentence for it. */
export function anyAction(name: string): AuditAction {
  return name as AuditAction
}

export const thingChanged = anyAction('thing.changed')
