import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof rulebookSentences, true> {}
}

export const rulebookSentences = {
  'rulebook.created': ({ who, details }) => `${who} created the rulebook “${show(details['name'])}”`,
  'rulebook.missing-added': ({ who, details }) =>
    `${who} added drafts of rulebooks: ${show(details['names'])}`,
  'rulebook.draft-started': ({ who, details }) =>
    `${who} started draft ${show(details['number'])} of a rulebook`,
  'rulebook.draft-discarded': ({ who, details }) =>
    `${who} discarded draft ${show(details['number'])} of a rulebook`,
  'rulebook.rule-saved': ({ who, details }) =>
    `${who} saved the rule ${show(details['clause'])} of a rulebook`,
  'rulebook.rule-removed': ({ who, details }) =>
    `${who} deleted the rule ${show(details['clause'])} from a draft of a rulebook`,
  'rulebook.rule-restored': ({ who, details }) =>
    `${who} restored the rule ${show(details['clause'])} in a draft of a rulebook`,
  'rulebook.rule-moved': ({ who, details }) =>
    `${who} moved the rule ${show(details['clause'])} of a rulebook`,
  'rulebook.example-added': ({ who, details }) =>
    `${who} added an example to the rule ${show(details['clause'])} of a rulebook`,
  'rulebook.example-removed': ({ who, details }) =>
    `${who} deleted an example of the rule ${show(details['clause'])} of a rulebook`,
  'rulebook.published': ({ who, details }) =>
    `${who} published version ${show(details['number'])} of a rulebook`,
} satisfies AuditSentences

export const rulebookObstacles = {
  rulebook: 'Rulebooks were created or changed',
} satisfies ObstacleWords
