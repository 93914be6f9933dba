// A spreadsheet treats a cell that starts with one of these as a formula; full-width forms count too.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A text that is safe in a CSV file: no spreadsheet will run it. */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The original text of safeCell. */
export function plainCell(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}
