/** On the search page the results follow what is typed; each search replaces the one before. */

const pauseMs = 200
const unreachable = 'We could not reach the site. Check your connection, then search again.'

const form = part(document, 'form')
const field = form?.querySelector('input')
let timer: ReturnType<typeof setTimeout> | undefined
let request: XMLHttpRequest | undefined

if (field) {
  // What was typed before this script ran has not been answered yet.
  if (field.value.trim() !== field.defaultValue) searchSoon()
  field.addEventListener('input', searchSoon)
  form?.addEventListener('submit', stop)
}

function searchSoon() {
  stop()
  timer = setTimeout(search, pauseMs)
}

function stop() {
  clearTimeout(timer)
  request?.abort()
}

function search() {
  const address = `/search?${new URLSearchParams({ q: field?.value ?? '' })}`
  // The browser parses the answer itself, because our policy lets no text become markup.
  const sent = new XMLHttpRequest()
  sent.responseType = 'document'
  sent.addEventListener('load', () => show(sent.responseXML, address))
  sent.addEventListener('error', () => say(unreachable))
  sent.addEventListener('loadend', () => form?.removeAttribute('aria-busy'))
  sent.open('GET', address)
  form?.setAttribute('aria-busy', 'true')
  sent.send()
  request = sent
}

function show(page: Document | null, address: string) {
  const results = page && part(page, 'results')
  if (!results) return say(unreachable)
  history.replaceState(null, '', address)
  part(document, 'results')?.replaceWith(document.importNode(results, true))
  say(part(page, 'count')?.textContent ?? '')
}

/** Screen readers announce this line, so only its text changes. */
function say(sentence: string) {
  const line = part(document, 'count')
  if (line) line.textContent = sentence
}

function part(page: Document, name: 'form' | 'count' | 'results') {
  return page.querySelector<HTMLElement>(`[data-search=${name}]`)
}
