import type { Details } from '#features/audit/details.ts'
import { harmless, type ObstacleWords } from '#features/audit/obstacle-words.ts'
import { plain, type AuditSentences } from '#features/audit/sentences.ts'
import { nameOfSetting } from './declared.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof settingsSentences, true> {}
}

export const settingsSentences = {
  'settings.changed': ({ who, details }) => `${who} changed the settings${settings(details)}`,
} satisfies AuditSentences

/** Every site sets these first, so they do not block an import. */
export const settingsObstacles = {
  'settings.changed': harmless,
} satisfies ObstacleWords

/** Named as on the page of the settings; some names have a comma. */
function settings(details: Details) {
  const names = Object.keys(details.changes ?? {}).map((name) => nameOfSetting(name) ?? plain(name))
  return names.length === 0 ? '' : `: ${names.join('; ')}`
}
