import type { RuleLine } from '#features/rulebook/views.ts'
import { Button } from '#ui/form/button.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import styles from './rule-table.module.css'

interface Props {
  rulebookId: string
  rules: RuleLine[]
  /** Those of a published version stay as they are. */
  isDraft: boolean
}

export function RuleTable({ rulebookId, rules, isDraft }: Props) {
  if (rules.length === 0) return <p>No rules yet.</p>
  const first = rules[0]?.id
  const columns: Column<RuleLine>[] = [
    {
      key: 'clause',
      label: 'Clause',
      heads: true,
      cell: ({ id, clause }) =>
        isDraft ? <a href={`/admin/rulebooks/${rulebookId}/rules/${id}`}>{clause}</a> : clause,
    },
    { key: 'words', label: 'Text', cell: ({ words }) => words },
    { key: 'check', label: 'Check', cell: ({ check }) => check },
    { key: 'stage', label: 'Applies', cell: ({ stage }) => stage },
    { key: 'examples', label: 'Examples', cell: ({ examples }) => examples },
  ]
  const change: Column<RuleLine> = {
    key: 'change',
    label: 'Change',
    cell: (rule) => <Changes rule={rule} isFirst={rule.id === first} />,
  }
  return (
    <DataTable
      caption="Rules"
      captionHidden
      rows={rules}
      rowKey={({ id }) => id}
      columns={isDraft ? [...columns, change] : columns}
    />
  )
}

function Changes({ rule: { id, clause }, isFirst }: { rule: RuleLine; isFirst: boolean }) {
  return (
    <div className={styles.changes}>
      {!isFirst && (
        <form method="post" action="?do=up">
          <input type="hidden" name="rule" value={id} />
          <Button look="secondary" aria-label={`Move up ${clause}`}>
            Move up
          </Button>
        </form>
      )}
      <form method="post" action="?do=remove">
        <input type="hidden" name="rule" value={id} />
        <Button look="secondary" aria-label={`Delete ${clause}`}>
          Delete
        </Button>
      </form>
    </div>
  )
}
