/** Words are what stands between spaces; the count a person sees and the one that decides are this one. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0
}
