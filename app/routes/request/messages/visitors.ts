import type { NotStarted } from '#features/forms/drafts/beginning.server.ts'
import { notStarted } from '#features/forms/drafts/begin-sentences.ts'
import { countOf } from '#ui/foundations/numbers.ts'
import { type FlashMessage, said } from './message.ts'

export const visitorMessages = {
  'own-contact-saved': () => said('Saved. The office can see the change now.'),
  'own-choices-saved': ({ mustConfirm }: { mustConfirm: boolean }) =>
    said(`Saved.${mustConfirm ? ' We emailed you a link to confirm the newsletter.' : ''}`),
  'own-orcid-saved': ({ isGone }: { isGone: boolean }) =>
    said(isGone ? 'ORCID iD removed.' : 'ORCID iD saved.'),
  'own-request-sent': () => said('Sent to the office. We will email you when the office has decided.'),
  'own-photograph-removed': ({ isElsewhere }: { isElsewhere: boolean }) =>
    said(
      `Photograph removed from your public page.${isElsewhere ? ' Another page of this site also shows it. Contact the office if you want it removed there too.' : ''}`,
    ),
  'own-photograph-gone': (): FlashMessage => ({
    kind: 'warning',
    text: 'Your public page has no photograph.',
  }),
  'own-helper-named': () => said('Helper added. We emailed both of you.'),
  'own-helper-extended': () => said('Extended for a year from today. We emailed both of you.'),
  'own-helper-ended': () => said('Helper removed. We emailed both of you.'),
  'own-helper-gone': (): FlashMessage => ({
    kind: 'warning',
    text: 'This helper was already removed.',
  }),
  'own-request-withdrawn': () => said('Request withdrawn.'),
  'own-request-not-open': (): FlashMessage => ({
    kind: 'warning',
    text: 'The office has already decided this request, or you have withdrawn it before.',
  }),
  'own-request-decided': ({ approves }: { approves: boolean }) =>
    said(approves ? 'Approved. We emailed the person.' : 'Declined. We emailed the person.'),
  'own-codes-sent': () => said('We emailed a code to each address.'),
  'own-email-changed': () => said('Email address changed. We signed you out on all other devices.'),
  'own-email-unchanged': () => said('Your email address has not changed.'),
  'own-passkey-renamed': () => said('Passkey renamed.'),
  'own-passkey-removed': () => said('Passkey removed. It no longer opens your page.'),
  'own-passkey-gone': (): FlashMessage => ({
    kind: 'warning',
    text: 'This passkey was already removed.',
  }),
  'own-export-shared': (): FlashMessage => ({
    kind: 'warning',
    text: 'Several people share your address. Ask the office for a copy of your data.',
  }),
  'own-export-too-often': (): FlashMessage => ({
    kind: 'warning',
    text: 'You have downloaded your data several times today. Try again tomorrow.',
  }),
  'own-renewal-started': () =>
    said('We have filled in your name and number. Check them, and enter what has changed.'),
  'own-renewal-other-form': (): FlashMessage => ({
    kind: 'warning',
    text: 'This browser already has an application that you have not submitted. If it is your renewal, continue here. If not, submit or discard it first, then choose “Renew my membership” on My page again.',
  }),
  'own-renewal-not-started': ({ reason }: { reason: NotStarted }): FlashMessage => ({
    kind: 'warning',
    text: notStarted[reason],
  }),
  'own-request-over': (): FlashMessage => ({
    kind: 'warning',
    text: 'You have already answered this request, or you can answer it only with the link in our email.',
  }),

  'form-link-sent': () =>
    said(
      'We have emailed you the link. If you open it on another device, this browser can no longer open the form until you open the same link here. Any link we emailed before no longer works.',
    ),
  'rows-added': ({ added, one }: { added: number; one: string }): FlashMessage =>
    added > 0
      ? said(`Added ${countOf(added, one)} from your list. Check ${added === 1 ? 'it' : 'them'} below.`)
      : { kind: 'warning', text: `Every ${one} in your list is already below.` },
  'form-other-parts': (): FlashMessage => ({
    kind: 'warning',
    text: 'We have not submitted your form yet. A new call has opened, and its form has different parts. Read the parts below, then submit again. Your answers are saved.',
  }),
  'form-only-here': () =>
    said(
      'The form is now open in this browser only. The link in our email no longer works. To continue elsewhere, request a new link below.',
    ),
}
