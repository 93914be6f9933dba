import { readFields } from './read-fields.ts'

/** Where the sheet beside a list reads what it shows of a row. */
export interface PeekSource {
  /** The page that is read. People who may not open it cannot look at it here either. */
  address: string
  /** A selector of the parts of that page that are shown. */
  parts: string
  /** The list says more of the row than the parts, and stays above them. */
  withColumns?: true
  /** The sentence to show if the page answers that there is nothing to show yet. */
  notYet?: string
}

export type PeekAnswer = { ok: true; parts: Node[] } | { ok: false; sentence: string }

const unreachable =
  'We cannot show more at the moment. Check your connection, or open the page to sign in again.'
const gone = 'We cannot show more: the page no longer exists, or you may not open it.'

/** Requests the page of a row and takes from it what can be read. */
export function readParts(source: PeekSource, signal: AbortSignal): Promise<PeekAnswer> {
  return new Promise((resolve) => {
    // The browser parses the answer itself, because our policy lets no text become markup.
    const sent = new XMLHttpRequest()
    sent.responseType = 'document'
    sent.addEventListener('load', () => resolve(answerOf(sent, source)))
    sent.addEventListener('error', () => resolve({ ok: false, sentence: unreachable }))
    signal.addEventListener('abort', () => sent.abort())
    sent.open('GET', source.address)
    sent.send()
  })
}

function answerOf(sent: XMLHttpRequest, { address, parts, notYet }: PeekSource): PeekAnswer {
  if (sent.status === 404 || sent.status === 403) return { ok: false, sentence: gone }
  if (sent.status === 409 && notYet) return { ok: false, sentence: notYet }
  const page = sent.responseXML
  // Someone who is signed out is led to another page.
  const isOther = new URL(sent.responseURL).pathname !== new URL(address, location.href).pathname
  if (!page || isOther || sent.status !== 200) return { ok: false, sentence: unreachable }
  return { ok: true, parts: [...page.querySelectorAll(parts)].flatMap((part) => copyToRead(part)) }
}

/** A form is shown as its labels and values: the sheet is there to read. */
function copyToRead(part: Element): Node[] {
  if (part instanceof HTMLFormElement) return [readFields(part)]
  const copy = document.importNode(part, true)
  for (const one of copy.querySelectorAll(interactiveElements)) one.remove()
  for (const one of [copy, ...copy.querySelectorAll('*')]) removeReferences(one)
  for (const link of copy.querySelectorAll('a[href]'))
    link.setAttribute('href', URL.parse(link.getAttribute('href') ?? '', part.baseURI)?.href ?? '')
  // Without the element itself, which may be the main part of that page: a page has only one.
  return [...copy.childNodes]
}

/** Elements that act or navigate on that page, and its title, which the sheet has itself. */
const interactiveElements =
  'script, style, link, template, form, button, input, select, textarea, nav, dialog, h1'

/** References to other elements of that page; in the list they could hit an element with the same id. */
const referenceAttributes = ['id', 'for', 'aria-labelledby', 'aria-describedby', 'aria-controls']

function removeReferences(element: Element) {
  for (const name of referenceAttributes) element.removeAttribute(name)
}
