/** As many of the lines as fit. If the first does not, its sentences that fit; a single longer one is cut. */
export function joinWithin(lines: string[], max: number): string {
  const [first = ''] = lines
  if (first.length > max) {
    const cut = first.slice(0, max)
    const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '))
    return end > 0 ? cut.slice(0, end + 1) : cut
  }
  let text = first
  for (const line of lines.slice(1)) {
    if (text.length + 1 + line.length > max) break
    text += `\n${line}`
  }
  return text
}
