const maxParameters = 500

/** Engines limit how many values one query may name. */
export async function inParts<T, Row>(values: T[], ask: (part: T[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < values.length; at += maxParameters)
    rows.push(...(await ask(values.slice(at, at + maxParameters))))
  return rows
}
