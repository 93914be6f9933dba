const panelMoves = ['refer', 'recommend', 'not-recommend']

/** The moves of a call whose nominations no panel considers. */
export function movesWithoutPanel<Value>(moves: Record<string, Value>): Record<string, Value> {
  return without(moves, panelMoves)
}

export function without<Value>(all: Record<string, Value>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
}
