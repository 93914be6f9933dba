import type { AuditAction } from './sentences.ts'

type NounOf<Action> = Action extends `${infer Noun}.${string}` ? Noun : never

/** What the action did stays when a copy of a site is imported, or is nothing that a copy replaces. */
export const harmless = false

/**
 * What a feature says about its actions to someone who wants to import a copy of a site: in words what the copy would
 * replace, or `harmless`. A key is an action, or the noun of all actions that have no key of their own. Actions that
 * read or export need no words.
 */
export type ObstacleWords = Partial<Record<AuditAction | NounOf<AuditAction>, string | typeof harmless>>
