/** On pages of a started form that have no runtime: text that a closed page could not send is saved, then shown. */
import { sendUnsent } from './unsent.ts'

const notice = document.querySelector<HTMLElement>('[data-unsent]')
void sendUnsent(notice?.dataset['unsent'] ?? '').then((outcome) => {
  if (outcome === 'saved') location.reload()
  if (outcome === 'failed') notice?.removeAttribute('hidden')
})
