// A spreadsheet takes a cell that begins with one of these for a formula; the wide forms are read alike.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A text as a CSV file may hold it: no spreadsheet will run it. */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text that safeCell was given. */
export function plainCell(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}
