import type { bulkActs } from '#features/enquiries/form.ts'
import { enquiryMoves } from '#features/enquiries/workflow.ts'
import type { AccountMove, Role } from '#features/staff/accounts/workflow.ts'
import type { Undoable } from '#server/input/shown-hash.ts'
import { countOf } from '#ui/foundations/numbers.ts'
import {
  type Typed,
  type FlashMessage,
  type Bulk,
  undone,
  type Assigned,
  mailed,
  said,
  saidWithUndo,
  changed,
  undoRows,
} from './message.ts'

export const officeMessages = {
  'enquiries-moved': (given: Bulk & { act: (typeof bulkActs)[number]; left: number }): FlashMessage => {
    const { act, moved, left } = given
    const what = act === 'take' ? 'assigned to you' : enquiryMoves[act].done
    const done = changed(moved, '1 enquiry', 'enquiries', `${what}.`)
    return {
      ...done,
      ...(left > 0 && { kind: 'warning' as const, text: `${done.text} ${leftAsTheyAre(left)}` }),
      ...undoRows(given, 'do', 'reopen'),
    }
  },
  'export-cancelled': () => said('Export cancelled.'),
  'enquiry-answered': () => mailed('Reply sent.', 'Reply saved.'),
  'enquiry-noted': () => said('Note saved.'),
  'enquiry-assigned': ({ id, to, before, shownHash }: Assigned & Undoable & { id: string }) =>
    said(to ? `Assigned to ${to}.` : 'Unassigned.', `/editor/enquiries/${id}?do=assign`, {
      to: before ?? '',
      shownHash,
    }),
  'enquiry-moved': (given: {
    id: string
    move: keyof typeof enquiryMoved
    /** The move that leads back to the former status. */
    inverse: keyof typeof enquiryMoved | undefined
    version: number
  }): FlashMessage => {
    const { id, move, inverse, version } = given
    return inverse === undefined
      ? said(enquiryMoved[move])
      : said(enquiryMoved[move], `/editor/enquiries/${id}?do=${inverse}`, { version: String(version) })
  },
  'subscribers-removed': ({ moved }: { moved: number }): FlashMessage => ({
    kind: moved > 0 ? 'success' : 'warning',
    text: `${countOf(moved, 'address', 'addresses')} removed from the list.`,
  }),
  'newsletter-started': () => said('Sending started.'),
  'newsletter-stopped': () => said('Stopped. We will still send the emails that we have already created.'),

  'emails-resent': ({ moved, left }: { moved: number; left: number }): FlashMessage => ({
    kind: moved > 0 ? 'success' : 'warning',
    text: `We are sending ${countOf(moved, 'email')} again.${
      left > 0
        ? left === 1
          ? ' We did not send 1 again: it was already sent, is still waiting, or contains a link or code that we have removed or that no longer works.'
          : ` We did not send ${left} again: they were already sent, are still waiting, or contain a link or code that we have removed or that no longer works.`
        : ''
    }`,
  }),
  'jobs-tried-again': ({ moved, left }: { moved: number; left: number }): FlashMessage => ({
    kind: left === 0 ? 'success' : 'warning',
    text: `${
      moved > 0
        ? `We are trying ${countOf(moved, 'job')} again. Reload this page in a minute.`
        : 'We did not try any job again.'
    }${left > 0 ? ` We did not try ${left}: already running, or no longer useful.` : ''}`,
  }),
  'jobs-removed': ({ moved }: { moved: number }): FlashMessage => ({
    kind: moved > 0 ? 'success' : 'warning',
    text: `${countOf(moved, 'failed job')} removed.`,
  }),
  'test-email-sent': ({ email, isSending }: { email: string; isSending: boolean }): FlashMessage =>
    isSending
      ? said(`We are sending a test email to ${email}. Reload this page to see whether it was sent.`)
      : { kind: 'warning', text: 'No mail server is set up. We stored the test email and did not send it.' },
  'email-bounced': ({ id, shownHash }: { id: string } & Undoable) =>
    said('Marked as bounced.', `/admin/mail/${id}?do=take-back`, { shownHash }),
  'email-not-bounced': ({ id, before }: { id: string; before: string | undefined }) =>
    saidWithUndo('Marked as sent.', `/admin/mail/${id}`, before === undefined ? undefined : { note: before }),
  'wording-saved': (given: {
    letter: string
    before?: Wording | 'default' | undefined
    shownHash: string
  }): FlashMessage => {
    const { letter, before, shownHash } = given
    const text = 'Text saved. Emails from now on use it.'
    return before === 'default'
      ? said(text, `/admin/letters/${letter}?do=reset`, { shownHash })
      : saidWithUndo(text, `/admin/letters/${letter}`, before && { ...before, shownHash })
  },
  'wording-reset': (given: {
    letter: string
    before?: Wording | undefined
    shownHash: string
  }): FlashMessage => {
    const { letter, before, shownHash } = given
    const fields = before && { ...before, shownHash }
    return saidWithUndo('Default text restored.', `/admin/letters/${letter}`, fields)
  },

  'redirect-added': ({ from, shownHash }: { from: string } & Undoable) =>
    said('Redirect added.', '/editor/links?do=remove', { from, shownHash }),
  'redirect-deleted': ({ from, to }: { from: string; to?: string }) =>
    to === undefined
      ? said('Redirect deleted.')
      : said('Redirect deleted.', '/editor/links?do=add', { from, to }),
  'menu-changed': ({ item, shownHash }: { item?: MenuPosition; shownHash?: string }) => {
    const text = item
      ? `“${item.label}” is number ${item.number} of ${item.total} in ${item.list}.`
      : 'Menu saved.'
    return shownHash === undefined ? said(text) : said(text, '/admin/menu?do=undo', { shownHash })
  },
  'settings-saved': ({ page, before }: { page: string; before?: Typed | undefined }) =>
    saidWithUndo('Settings saved.', `/admin/settings/${page}`, before),

  'account-moved': ({ id, move, before }: { id: string; move: AccountAct; before: Role | null }) =>
    saidWithUndo(
      accountMoved[move],
      `/admin/staff/${id}?do=${accountInverse(move)}`,
      accountUndo(move, before),
    ),
  'invitation-sent': () => mailed('Invitation sent.', 'Invitation created.'),
  'invitation-withdrawn': () => said('Invitation withdrawn. Its link no longer works.'),
  'profile-saved': () => said('Profile saved.'),
  'confirmation-link-sent': ({ email }: { email: string }) =>
    mailed(
      `We emailed a link to ${email}. It works for 30 minutes.`,
      `We made a link for ${email}. It works for 30 minutes.`,
    ),
  'new-address-link-sent': ({ email }: { email: string }) =>
    mailed(
      `We emailed a link to ${email}. It works for 30 minutes. Your address does not change until you open the link.`,
      `We made a link for ${email}. It works for 30 minutes. Your address does not change until you open the link.`,
    ),
  'address-confirmed': () => said('Email address confirmed.'),
  'sign-in-linked': ({ label }: { label: string }) => said(`Linked. You can now sign in with ${label}.`),
  'sign-in-unlinked': ({ label }: { label: string }) =>
    said(`Unlinked from ${label}. We signed you out on all other devices.`),
  'password-changed': () => said('Password changed. We signed you out on all other devices.'),
}

type Wording = { subject: string; body: string }

interface MenuPosition {
  label: string
  number: number
  total: number
  list: string
}

function leftAsTheyAre(left: number): string {
  return left === 1
    ? 'We left 1 enquiry as it is, because someone else changed it since.'
    : `We left ${left} enquiries as they are, because someone else changed them since.`
}

const enquiryMoved = {
  clear: 'Marked as not spam. We emailed the sender to confirm that we received it.',
  spam: 'Closed as spam. You can reopen it.',
  close: 'Closed. You can reopen it.',
  reopen: 'Reopened.',
}

export type AccountAct = Exclude<AccountMove, 'invite'>

const accountMoved: Record<AccountAct, string> = {
  approve: 'Account approved. The person can sign in.',
  'change-role': 'Role changed.',
  disable: 'Account disabled. The person was signed out on all devices.',
  enable: 'Account enabled. The person can sign in again.',
  'reset-factors': 'Second factor reset.',
  unlink: 'Sign-in unlinked.',
}

function accountInverse(move: AccountAct): AccountAct {
  return move === 'disable' ? 'enable' : move === 'enable' ? 'disable' : move
}

function accountUndo(move: AccountAct, before: Role | null): Record<string, string> | undefined {
  if (move === 'disable' || move === 'enable') return { reason: undone }
  return move === 'change-role' && before ? { role: before, reason: undone } : undefined
}
