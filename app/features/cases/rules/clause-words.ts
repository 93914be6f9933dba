/** A refusal with the clauses of the rulebook that are about the same limit, if there are any. */
export function withClauses(sentence: string, clauses: readonly string[] = []): string {
  return clauses.length === 0 ? sentence : `${sentence} See ${clauses.join(' ')}`
}
