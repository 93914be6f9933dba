import type { AuditAction } from '#features/audit/sentences.ts'

/** An action name that the trail may contain, though no feature has a sentence for it. */
export function anyAction(name: string): AuditAction {
  return name as AuditAction
}

export const thingChanged = anyAction('thing.changed')
