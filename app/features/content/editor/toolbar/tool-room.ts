/** The tools that stay in the line longest when it gets narrow, in this order; the others follow in theirs. */
const importance = [
  ...[
    'toolSwitch',
    'heading2',
    'bold',
    'italic',
    'bulletList',
    'link',
    'figure',
    'undo',
    'orderedList',
    'table',
  ],
  ...['heading3', 'footnote', 'inlineMath', 'redo', 'blockquote', 'file'],
]

type Named = { tools: { name: string }[] }

/** Which tools fit into one line of so many tools. If not all do, one of the line is the button for the others. */
export function divideTools<Group extends Named>(
  groups: Group[],
  room: number,
): { row: Group[]; more: Group[] } {
  const names = groups.flatMap(({ tools }) => tools.map(({ name }) => name))
  if (names.length <= room) return { row: groups, more: [] }
  const ranked = [...importance.filter((name) => names.includes(name)), ...names]
  const inRow = new Set([...new Set(ranked)].slice(0, Math.max(room - 1, 1)))
  const only = (isWanted: (name: string) => boolean) =>
    groups
      .map((group) => ({ ...group, tools: group.tools.filter(({ name }) => isWanted(name)) }))
      .filter(({ tools }) => tools.length > 0)
  return { row: only((name) => inRow.has(name)), more: only((name) => !inRow.has(name)) }
}
