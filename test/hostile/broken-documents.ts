import type { RichText } from '#features/content/text/document.ts'

const faults: [pattern: RegExp, change: string][] = [
  [/"type":"/g, '"type":"x'],
  [/\{"type"/g, '{"onclick":"alert(1)","type"'],
  [/\{"type"/g, '{"__proto__":{"isAdmin":true},"type"'],
  [/"attrs":\{(?=")/g, '"attrs":{"style":"x:y",'],
  [/"content":\[/g, '"content":[{"type":"script"},'],
  [/"href":"/g, '"href":"javascript:'],
  [/"text":"/g, '"text":"\\u0000'],
  [/"latex":"/g, '"latex":"\\\\def\\\\x{y}'],
  [/"level":/g, '"level":1'],
  [/"content":/g, '"marks":[{"type":"bold"}],"content":'],
]

/** The document as text, with one thing in it that the grammar does not know. */
export function withFault(document: RichText, where: number, how: number): string {
  const json = JSON.stringify(document)
  const [pattern, change] = faults[how % faults.length]!
  const found = [...json.matchAll(pattern)]
  const match = found[where % Math.max(1, found.length)]
  if (!match) return json
  return json.slice(0, match.index) + change + json.slice(match.index + match[0].length)
}
