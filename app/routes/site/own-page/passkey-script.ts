/** What a script adds to the own page: signing in with a passkey, and adding one. Everything else works without it. */
import { canUsePasskeys, makePasskey, usePasskey } from '#ui/script/passkey-ceremony.ts'

const words = {
  notUsed: 'The passkey was not used. Try again, or sign in with a code.',
  alreadyThere: 'This device already has a passkey for your page.',
  failed: 'The passkey did not work. Check your connection, sign in again with a code, and try once more.',
}

const offer = document.querySelector<HTMLElement>('[data-own-passkey]')
if (offer && canUsePasskeys()) prepare(offer)

function prepare(shown: HTMLElement) {
  shown.hidden = false
  document.querySelector('[data-without-passkeys]')?.remove()
  const form = shown.querySelector('form')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void run(shown, form)
  })
}

async function run(shown: HTMLElement, form: HTMLFormElement) {
  say(shown, '')
  const address = new URL(form.action).pathname
  const name = form.querySelector('input')?.value
  const outcome =
    name === undefined ? await usePasskey(address, {}, words) : await makePasskey(address, { name }, words)
  if (outcome.ok) location.assign(outcome.path)
  else say(shown, outcome.sentence)
}

function say(shown: HTMLElement, sentence: string) {
  const line = shown.querySelector('[role=alert]')
  if (line) line.textContent = sentence
}
