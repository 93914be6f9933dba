import type { Migration } from './migration.ts'

/** The move by which people are asked again has a plain name. */
export const plainMoveNames: Migration = {
  name: '120-plain-move-names',
  sql: `
update dossier_move set move = 'ask-again' where move = 'ask-anew';
`,
}
