/** Pasting from a PDF can bring it along; nobody sees it, and PostgreSQL cannot store it. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}
