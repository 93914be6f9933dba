/** Comes along when text is pasted from a PDF; nobody sees it, and PostgreSQL cannot keep it. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}
