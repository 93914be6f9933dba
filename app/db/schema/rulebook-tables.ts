import type { Generated } from 'kysely'

export interface RulebookTables {
  rulebook: RulebookTable
  rulebook_version: RulebookVersionTable
  academy_rule: AcademyRuleTable
  removed_rule: RemovedRuleTable
  judgement: JudgementTable
}

interface RulebookTable {
  id: string
  slug: string
  name: string
  /** What the call is for whose cases it judges; null if it judges none on this site. */
  subject: string | null
  created_at: number
  updated_at: number
}

interface RulebookVersionTable {
  id: string
  rulebook_id: string
  number: number
  /** Null for the draft. */
  published_at: number | null
  /** What has changed, in the words of the one who published it. */
  note: string | null
  created_at: number
}

interface AcademyRuleTable {
  id: string
  version_id: string
  position: number
  clause: string
  words: string
  check_name: string
  /** JSON, as the fields of the check say. */
  check_values: string
  stage: string
  /** JSON: the grades it is about; empty for all. */
  grades: Generated<string>
  valid_from: string | null
  valid_to: string | null
  /** JSON: facts with the answer they must get. */
  examples: Generated<string>
  /** Delivered as a sample: it cannot be published as it is. */
  sample_at: number | null
  revision: Generated<number>
}

/** A rule that was deleted from a draft. */
interface RemovedRuleTable {
  id: string
  version_id: string
  /** JSON: its row, to restore it. */
  removed: string
  removed_at: number
}

interface JudgementTable {
  id: string
  version_id: string
  dossier_id: string | null
  stage: string
  outcome: 'met' | 'not-met' | 'not-known'
  /** JSON: each clause with its answer. */
  answers: string
  /** JSON, until the case is erased. */
  facts: string
  /** JSON: a sentence for each clause, until the case is erased. */
  reasons: string
  /** JSON: where each fact comes from, until the case is erased. */
  origins: Generated<string>
  /** The move it was stored for; null if a proposer confirmed. */
  move: string | null
  judged_at: number
}
