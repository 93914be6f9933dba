/** An element of a small XML reader for tests, strict about what it reads. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** Reads XML without comments, CDATA or document types, and throws if it is not well-formed. */
export function readXml(source: string): XmlElement {
  const body = source.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\s*/, '')
  if (body === source) throw new Error('The XML declaration is missing.')
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(body)) throw new Error('A character that XML forbids.')
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  for (const [token] of body.matchAll(/<[^>]*>|[^<]+/g)) read(token, open)
  if (open.length !== 1 || top.children.length !== 1) throw new Error('The XML is not one complete element.')
  return top.children[0]!
}

export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

export function textOf(element: XmlElement, name: string): string | undefined {
  return childrenNamed(element, name)[0]?.text
}

function read(token: string, open: XmlElement[]) {
  const parent = open.at(-1)!
  if (!token.startsWith('<')) {
    parent.text += decode(token)
  } else if (token.startsWith('</')) {
    const closed = open.pop()!
    if (token !== `</${closed.name}>`) throw new Error(`${token} closes ${closed.name}`)
  } else {
    const element = readTag(token)
    parent.children.push(element)
    if (!token.endsWith('/>')) open.push(element)
  }
}

function readTag(token: string): XmlElement {
  const [, name, rest = ''] = /^<([a-z]+)((?: [a-z:]+="[^"<]*")*)\/?>$/i.exec(token) ?? []
  if (!name) throw new Error(`Not a tag: ${token}`)
  const attributes = [...rest.matchAll(/ ([a-z:]+)="([^"]*)"/gi)].map(([, key, value]) => [
    key,
    decode(value!),
  ])
  return { name, attributes: Object.fromEntries(attributes), children: [], text: '' }
}

function decode(text: string): string {
  if (/&(?!#\d+;)/.test(text)) throw new Error(`A loose ampersand: ${text}`)
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
