/** Words are separated by spaces; the count shown and the count enforced are both this one. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0
}
