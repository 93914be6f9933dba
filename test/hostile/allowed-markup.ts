const mathTags =
  'math semantics annotation mtext mn mo mi mspace mover munder munderover msup msub msubsup mfrac mroot msqrt mtable mtr mtd mrow menclose mstyle mpadded mphantom'
const tags = new Set(
  `div p h2 h3 h4 h5 h6 a ul ol li blockquote hr table thead tbody tr th td figure figcaption span strong em sup sub code pre br ${mathTags}`.split(
    ' ',
  ),
)
const mathAttributes =
  'xmlns display encoding accent accentunder columnalign columnlines columnspacing depth displaystyle fence height largeop linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize notation rowlines rowspacing rspace scriptlevel separator stretchy valign voffset width'
const attributes = new Set(
  `class id href rel start scope colspan rowspan role tabindex aria-label lang dir ${mathAttributes}`.split(
    ' ',
  ),
)

/** What rendered rich text contains beyond the allowed tags, attributes and addresses, and duplicate ids. */
export function faultsIn(markup: string) {
  const faults: string[] = []
  const ids = new Set<string>()
  const rest = markup.replaceAll(
    /<\/?([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)\/?>/gi,
    (_, tag: string, list: string) => {
      if (!tags.has(tag)) faults.push(`<${tag}>`)
      for (const [, name = '', value = ''] of list.matchAll(/ ([a-z-]+)="([^"]*)"/gi)) {
        if (!attributes.has(name.toLowerCase())) faults.push(`${tag} ${name}`)
        if (name === 'href' && !/^(\/(?![/\\])|#|https?:\/\/|mailto:)/.test(value)) faults.push(value)
        if (name === 'id' && ids.size === ids.add(value).size) faults.push(`second id ${value}`)
      }
      return ''
    },
  )
  return [...faults, ...(rest.match(/[<>].*/g) ?? [])]
}
