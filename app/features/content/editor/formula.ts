import type * as documentMath from '#features/content/text/document-math.ts'

let typesetter: typeof documentMath | undefined

/** Renders a formula as the published page will. KaTeX is loaded with the first formula. */
export async function setFormula(latex: string, displayMode: boolean): Promise<Element | undefined> {
  typesetter ??= await import('#features/content/text/document-math.ts')
  const markup = typesetter.mathMarkup(latex, displayMode)
  return markup === undefined ? undefined : mathElement(markup)
}

/** Whether it can be rendered, immediately; true as long as KaTeX is not loaded. */
export function mayBeSet(latex: string, displayMode: boolean): boolean {
  return typesetter?.mathMarkup(latex, displayMode) !== undefined || typesetter === undefined
}

const token = /<(\/?)([a-z]+)((?: [a-z]+="[^"]*")*) ?\/?>|[^<]+/gi
const attribute = / ([a-z]+)="([^"]*)"/gi
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  nbsp: '\u00a0',
}

/** Builds the elements from KaTeX's markup without the browser's parser, which trusted types block. */
function mathElement(markup: string): Element | undefined {
  const root = document.createElement('span')
  let parent: Element = root
  for (const [text, closing, tag, attributes] of markup.matchAll(token)) {
    if (!tag) parent.append(plain(text))
    else if (closing) parent = parent.parentElement ?? root
    else {
      const element = document.createElementNS('http://www.w3.org/1998/Math/MathML', tag)
      for (const [, name = '', value = ''] of (attributes ?? '').matchAll(attribute))
        if (name !== 'xmlns') element.setAttribute(name, plain(value))
      parent.append(element)
      if (!text.endsWith('/>')) parent = element
    }
  }
  return root.firstElementChild ?? undefined
}

function plain(text: string) {
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
