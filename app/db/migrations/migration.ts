/** A migration of the schema: text that both engines understand, then what only one of them needs. */
export interface Migration {
  name: string
  sql: string
  sqlite?: string
  postgres?: string
}
