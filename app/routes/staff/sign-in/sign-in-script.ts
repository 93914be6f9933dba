/**
 * What scripts add to the sign-in pages, which have no runtime: a form is answered on the page and keeps what was
 * typed, passkeys work, and the page follows a sign-in in another tab. Everything except passkeys works without it.
 */
import { openBrowserStorage } from '#browser-storage.ts'
import { createAuthStore, nameKey } from '#features/staff/session/auth-store.ts'
import { signInByPasskey } from '#routes/staff/account/passkey-client.ts'
import { canUsePasskeys } from '#ui/script/passkey-ceremony.ts'
import { offerToShow } from '#ui/form/show-password.ts'
import { isSignedOut, leavingPath, signOutPath, stillSignedIn } from './sign-out-request.ts'
import { troubles, type SignInTrouble } from './troubles.ts'

const store = createAuthStore(null, openBrowserStorage())

store.follow(showLoading)
store.dispatch({ type: 'reported', user: null })
prepare()
offerToShow()

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  event.preventDefault()
  if (store.read().loading) return
  if (new URL(form.action).pathname === signOutPath) void signOut(form)
  else send(form)
})

document.addEventListener('click', (event) => {
  const passkey = (event.target as Element).closest('[data-passkey] button')?.parentElement
  if (passkey) void enterByPasskey(passkey)
})

addEventListener('storage', ({ key, newValue }) => {
  // Another tab signed in; the server knows where this page leads then.
  if (key === nameKey && newValue) location.replace(location.pathname + location.search)
})

function prepare() {
  if (!canUsePasskeys()) document.querySelector('[data-passkey]')?.remove()
}

function showLoading() {
  const { loading } = store.read()
  for (const button of document.querySelectorAll<HTMLButtonElement>('form button')) {
    const { busy } = button.dataset
    button.disabled = loading
    if (busy && loading !== (button.ariaBusy === 'true')) {
      button.dataset['busy'] = button.textContent
      button.textContent = busy
      button.ariaBusy = String(loading)
    }
  }
}

function send(form: HTMLFormElement) {
  const address = new URL(form.action)
  const request = address.searchParams.get('do') === 'sign-up' ? 'sign-up' : 'login'
  const fields = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const fail = (trouble: SignInTrouble) => {
    store.dispatch({ type: 'failed', request, error: troubles[trouble] })
    showTrouble(trouble, form)
  }
  // The browser parses the answer itself, because our policy lets no text become markup.
  const sent = new XMLHttpRequest()
  sent.responseType = 'document'
  sent.addEventListener('load', () => {
    const page = sent.responseXML?.querySelector('[data-trouble]')?.closest('body > *')
    if (!page) return fail('failed')
    const next = page.querySelector('[data-next]')?.getAttribute('href')
    if (next) return location.assign(next)
    const error = page.querySelector('[data-error-summary] li')?.textContent
    store.dispatch(error ? { type: 'failed', request, error } : { type: 'reported', user: null })
    show(page, sent.responseXML?.title ?? '')
  })
  sent.addEventListener('error', () => fail('unreachable'))
  address.searchParams.set('show', 'next')
  sent.open('POST', address)
  sent.send(new URLSearchParams(fields))
  store.dispatch({ type: 'requested', request })
}

/** Everything below the body is replaced; the fields that the answer leaves empty keep what was typed. */
function show(page: Element, title: string) {
  const typed = new Map(inputsIn(document).map(({ id, value }) => [id, value]))
  document.querySelector('main')?.closest('body > *')?.replaceWith(document.importNode(page, true))
  document.title = title
  for (const input of inputsIn(document)) input.value ||= typed.get(input.id) ?? ''
  prepare()
  const summary = document.querySelector<HTMLElement>('[data-error-summary]')
  ;(summary ?? document.querySelector('main'))?.focus()
}

function inputsIn(page: Document) {
  return [...page.querySelectorAll<HTMLInputElement>('main input[id]:not([type=radio])')]
}

function showTrouble(trouble: SignInTrouble, form: HTMLFormElement) {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-trouble=${trouble}]`)
  const summary = template && document.importNode(template.content, true).firstElementChild
  if (!summary) return
  const first = form.querySelector('input[id]')
  if (first) summary.querySelector('a')?.setAttribute('href', `#${first.id}`)
  document.querySelector('main > [data-error-summary]')?.remove()
  document.querySelector('main')?.prepend(summary)
  document.querySelector<HTMLElement>('main > [data-error-summary]')?.focus()
}

async function signOut(form: HTMLFormElement) {
  store.dispatch({ type: 'requested', request: 'logout' })
  if (await isSignedOut()) return location.assign(leavingPath)
  store.dispatch({ type: 'failed', request: 'logout', error: stillSignedIn })
  say(form, stillSignedIn)
}

async function enterByPasskey(passkey: HTMLElement) {
  say(passkey, '')
  const outcome = await signInByPasskey(passkey.dataset['passkey'] ?? '')
  if (outcome.ok) location.assign(outcome.path)
  else say(passkey, outcome.sentence)
}

function say(within: HTMLElement, sentence: string) {
  const line = within.querySelector('[role=alert]')
  if (line) line.textContent = sentence
}
