import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { fields, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof menuSentences, true> {}
}

export const menuSentences = {
  'menu.changed': ({ who, details }) => `${who} changed the menu${fields(details)}`,
} satisfies AuditSentences

export const menuObstacles = {
  menu: 'The menu was changed',
} satisfies ObstacleWords
