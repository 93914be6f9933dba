import type { DataRouter } from 'react-router'
import { causeOf, causeOfStatus, type RequestFailure } from './failure.ts'
import { showFailure } from './shown-failure.ts'
import { isTyped, isWorkTyped } from './typed.ts'

/**
 * Most links and plain forms load a new document. If that fails, the browser shows its own error page and the typed text is
 * gone. So the router sends forms, because it can fail without leaving the page, and before any other navigation would
 * discard typed text we check that the site answers.
 */

/** Opens a page in the document that is there, and says whether it may; otherwise if its scripts do not load. */
export type OpenNext = (router: DataRouter, url: URL, otherwise: () => void) => boolean

export function guardLeaving(router: DataRouter, openNext: OpenNext): () => void {
  const passing = new WeakSet<HTMLFormElement>()
  const opens = (url: URL) =>
    !isWorkTyped() && openNext(router, url, () => void whenAnswered(() => window.location.assign(url)))

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || event.defaultPrevented || isForAnotherTab(event) || !opensHere(link)) return
    if (opens(new URL(link.href))) {
      event.preventDefault()
    } else if (isTyped()) {
      event.preventDefault()
      void whenAnswered(() => window.location.assign(link.href))
    }
  }

  const onSubmit = (event: SubmitEvent) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || passing.delete(form)) return
    const sent = readForm(form, event.submitter)
    if (sent.target || sent.url.origin !== window.location.origin) return
    if (isOfThisPage(sent)) {
      event.preventDefault()
      const formData = new FormData(form, event.submitter)
      const { url, encoding: formEncType } = sent
      const submission = { formMethod: 'post', formEncType, formData } as const
      void router.navigate(url.pathname + url.search, { ...submission, state: { isPlain: true } })
    } else if (sent.method === 'get' && opens(addressOf(sent.url, new FormData(form, event.submitter)))) {
      event.preventDefault()
    } else if (isTyped() && sent.method !== 'dialog') {
      event.preventDefault()
      void whenAnswered(() => {
        passing.add(form)
        form.requestSubmit(event.submitter)
      })
    }
  }

  document.addEventListener('click', onClick)
  document.addEventListener('submit', onSubmit)
  return () => {
    document.removeEventListener('click', onClick)
    document.removeEventListener('submit', onSubmit)
  }
}

function isForAnotherTab({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}

/** Not in another tab, not a download, and not an anchor on this page. */
function opensHere(link: HTMLAnchorElement): boolean {
  const { origin, pathname, search } = window.location
  const isHere = link.pathname === pathname && link.search === search && link.hash !== ''
  const stays = link.isContentEditable || link.hasAttribute('download') || isHere
  return link.origin === origin && (link.target === '' || link.target === '_self') && !stays
}

interface SentForm {
  method: string
  url: URL
  encoding: 'multipart/form-data' | 'application/x-www-form-urlencoded'
  target: string | null
}

const multipart = 'multipart/form-data'

/** As the browser would send it: the button's value comes first. A field may be named like a property of the form. */
function readForm(form: HTMLFormElement, button: HTMLElement | null): SentForm {
  const read = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  return {
    method: (read('method') ?? 'get').toLowerCase(),
    url: new URL(read('action') ?? '', window.location.href),
    encoding: read('enctype') === multipart ? multipart : 'application/x-www-form-urlencoded',
    target: read('target'),
  }
}

/** As the browser would write it. */
function addressOf(url: URL, fields: FormData): URL {
  const answers = [...fields].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
  return new URL(`?${new URLSearchParams(answers)}`, url)
}

/** Other addresses may answer with a file. */
function isOfThisPage({ method, url }: SentForm): boolean {
  return method === 'post' && url.pathname === window.location.pathname
}

async function whenAnswered(leave: () => void) {
  const cause = await causeOfSilence()
  if (cause) showFailure({ ...cause, moment: 'open' })
  else leave()
}

async function causeOfSilence(): Promise<Pick<RequestFailure, 'cause' | 'sentence'> | undefined> {
  try {
    const answer = await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' })
    if (!answer.ok) return causeOfStatus(answer.status)
    // A proxy or a hotel's sign-in page may answer instead of the site, but not with our icon.
    const isOurs = answer.headers.get('content-type')?.startsWith('image/svg')
    return isOurs ? undefined : { cause: 'failed' }
  } catch (error) {
    return causeOf(error)
  }
}
