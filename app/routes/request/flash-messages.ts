import { inverseOf, type EntryMove, type EntryStatus } from '#features/content/entry/workflow.ts'
import type { bulkActs } from '#features/enquiries/form.ts'
import type { NotStarted } from '#features/forms/drafts/beginning.server.ts'
import { notStarted } from '#features/forms/drafts/begin-sentences.ts'
import { enquiryMoves } from '#features/enquiries/workflow.ts'
import type { AccountMove, Role } from '#features/staff/accounts/workflow.ts'
import { shownLines } from '#features/payments/lines.ts'

/** All success messages that a page shows once after an action. */

export interface FlashMessage {
  kind: 'success' | 'warning'
  text: string
  /** What the text announces, one line each. */
  items?: string[]
  /** A list that shows the result. */
  link?: { href: string; label: string }
  /** A form that reverses the action, sent to a page that has such a form anyway. */
  undo?: { action: string; fields: Record<string, string> }
}

/** The changed rows of a list, and its address. Without rows there is no Undo. */
interface Bulk {
  moved: number
  rows: string[]
  list: string
}

interface BulkEntries {
  move: EntryMove
  inverse?: EntryMove
  /** How many could not be changed, and the first of them with the reason. */
  left: number
  refused?: { title: string; reason: keyof typeof refusedBecause }[]
}

const flashMessages = {
  // Content
  'entry-moved': (given: {
    id: string
    move: EntryMove
    from: EntryStatus['state']
    version: number
    /** The names of those we emailed about it. */
    emailed?: string[]
  }): FlashMessage => {
    const { id, move, from, version, emailed = [] } = given
    const inverse = inverseOf(move, from)
    return {
      ...said(entryMoved[move] + (emailed.length > 0 ? ` We emailed ${emailed.join(', ')}.` : '')),
      ...(inverse && {
        undo: {
          action: `/editor/entries/${id}?do=move`,
          fields: { move: inverse, version: String(version) },
        },
      }),
    }
  },
  'reviewer-assigned': ({ id, to, before }: Assigned & { id: string }) =>
    said(
      to === undefined ? 'Anyone who may publish can review it.' : `Assigned to ${to}.`,
      `/editor/entries/${id}?do=assign`,
      { reviewer: before ?? '' },
    ),
  'entry-duplicated': ({ id, version }: { id: string; version: number }) =>
    said('Duplicated. This copy is a draft: change its title first.', `/editor/entries/${id}?do=move`, {
      ...{ move: 'bin', version: String(version) },
    }),
  'entry-relocated': ({ id, before }: { id: string; before?: Record<string, string> }) =>
    saidOver('Address and order saved.', `/editor/entries/${id}?do=place`, before),
  'version-restored': ({ id, number, base }: { id: string; number: number; base: number }) =>
    said(
      `Version ${number} restored as a new version. Visitors do not see it until you publish it.`,
      `/editor/entries/${id}/versions`,
      { number: String(base), base: String(base + 1) },
    ),
  'snapshot-restored': () => said('Unsaved text restored. Save it to make it a version.'),
  'entries-moved': (given: Bulk & BulkEntries): FlashMessage => {
    const { move, inverse, moved, left, list, refused } = given
    const [one, several] = entriesMoved[move]
    const done =
      moved === 0
        ? 'Nothing was changed.'
        : `${count(moved, 'entry', 'entries')} ${moved === 1 ? one : several}.`
    const rest = left === 0 ? '' : ` ${left} could not be changed:`
    return {
      kind: left === 0 ? 'success' : 'warning',
      text: done + rest,
      ...(left > 0 && { items: refusedItems(refused ?? [], left) }),
      ...(move === 'bin' &&
        moved > 0 && {
          link: { href: `${pathOf(list)}?state=binned`, label: 'Show deleted entries' },
        }),
      ...(inverse && undoRows(given, 'move', inverse)),
    }
  },

  // Media
  'files-added': ({ added }: { added: number }) => said(`${count(added, 'file', 'files')} uploaded.`),
  'file-described': () => said('Saved. Pages that use this file are up to date.'),
  'file-replaced': ({ id, earlier }: { id: string; earlier: string | undefined }) =>
    saidOver(
      'Replaced. Pages that use this file now show the new one.',
      `/editor/media/${id}?do=put-back`,
      earlier === undefined ? undefined : { earlier },
    ),
  'file-deleted': ({ id }: { id: string }) =>
    said('Deleted. You can restore this file for 30 days.', `/editor/media/${id}?do=restore`),
  'file-restored': ({ id }: { id: string }) =>
    said('Restored. The file is in the library again.', `/editor/media/${id}?do=remove`),
  'file-cover-created': () => said('Created a picture of the first page.'),

  // People
  'people-moved': (given: Bulk & { move: keyof typeof peopleMoved }): FlashMessage => ({
    ...changed(given.moved, 'One person', 'people', peopleMoved[given.move]),
    ...(given.move !== 'restore' && undoRows(given, 'do', peopleInverses[given.move])),
  }),
  'person-saved': () => said('Saved. The directory and search are up to date.'),
  'person-contact-saved': () => said('Contact updated. Only administrators and the office see it.'),
  'people-merged': ({ merge }: { merge: string }) =>
    said('Merged. The other entry is deleted.', '/editor/people/duplicates?do=undo', { merge }),
  'people-unmerged': () => said('Merge undone.'),
  'person-address-changed': ({ id, before }: { id: string; before: string | null }) =>
    saidOver(
      'Address changed. The former address leads to the new one.',
      `/editor/people/${id}?do=address`,
      before === null ? undefined : { slug: before },
    ),
  'person-added': () => said('Added to the register.'),
  'person-moved': ({ id, move }: { id: string; move: 'bin' | 'restore' }) =>
    move === 'bin'
      ? said('Removed from the register.', `/editor/people/${id}?do=restore`)
      : said('Restored to the register.'),
  'removals-proposed': (given: {
    proposed: number
    needsRelease: boolean
    /** On the page of one person. */
    person?: string
  }): FlashMessage => ({
    ...removalsProposed(given.proposed, given.needsRelease),
    ...(given.person !== undefined &&
      given.proposed > 0 && {
        undo: { action: `/editor/people/${given.person}?do=withdraw-removal`, fields: {} },
      }),
  }),
  'removal-withdrawn': () => said('Proposal withdrawn. The person stays in the register.'),
  'officers-saved': () => said('Officers saved. Certificates issued from now on show them.'),
  'signature-added': () => said('Signature added. Certificates issued from now on show it.'),
  'signature-removed': () => said('Signature removed. Certificates issued before still show it.'),
  'certificate-issued': () => said('Certificate issued. Send its address to the person, or print the file.'),
  'certificate-revoked': () => said('Certificate revoked. Its public page now says so.'),
  'body-created': () => said('Created. Add its members, then let visitors see the page.'),
  'body-saved': () => said('Saved.'),
  'body-capabilities-saved': ({ id, before }: { id: string; before: Record<string, string> }) =>
    said('Saved.', `/admin/bodies/${id}?do=grants`, before),
  'body-member-added': ({ id, term }: { id: string; term: string }) =>
    said('Member added.', `/admin/bodies/${id}?do=withdraw`, { term, reason: undone }),
  'body-term-ended': () => said('Last day saved.'),
  'body-term-withdrawn': () => said('Term withdrawn. It no longer counts.'),
  'council-taken-over': ({ count: terms }: { count: number }) =>
    said(`Copied ${count(terms, 'term', 'terms')} from the council lists.`),
  'rulebook-created': () => said('Created. Add its rules, then publish it.'),
  'rulebooks-added': ({ count: added }: { count: number }) =>
    said(`Added ${count(added, 'draft', 'drafts')}. Read the rules before you publish them.`),
  'rulebooks-already-added': () => said('Someone has already added these rulebooks.'),
  'rulebook-draft-started': ({ id, isNew }: { id: string; isNew: boolean }) =>
    saidOver(
      'Draft started. It has the rules of the version in force.',
      `/admin/rulebooks/${id}?do=discard`,
      isNew ? {} : undefined,
    ),
  'rulebook-draft-discarded': () => said('Draft discarded.'),
  'rulebook-rule-saved': () => said('Rule saved. All its examples give the expected result.'),
  'rulebook-rule-moved': ({ id, passed }: { id: string; passed: string | undefined }) =>
    saidOver(
      'Moved up.',
      `/admin/rulebooks/${id}?do=up`,
      passed === undefined ? undefined : { rule: passed },
    ),
  'rulebook-rule-removed': ({ id, rule }: { id: string; rule: string }) =>
    said('Rule deleted from the draft.', `/admin/rulebooks/${id}?do=restore`, { rule }),
  'rulebook-rule-restored': () => said('Rule restored.'),
  'rulebook-example-added': ({ page, name }: { page: string; name: string }) =>
    said('Example added.', `${page}?do=remove-example`, { name }),
  'rulebook-example-removed': () => said('Example deleted.'),
  'rulebook-published': ({ number }: { number: number }) =>
    said(`Published. Version ${number} is in force from now on.`),
  'import-discarded': () => said('File deleted. Nothing was imported.'),

  'person-erased': ({ cases }: { cases: number }) =>
    said(
      `We deleted the person’s data from ${count(cases, 'case', 'cases')}, with files, emails, notes, enquiries and newsletter subscription. Anonymous statistics stay. If you restore a backup, we delete the data again.`,
    ),

  // Cases and payments
  'cases-changed': (given: { moved: number } & Partial<Bulk & { undoneBy: string }>): FlashMessage => ({
    kind: given.moved > 0 ? 'success' : 'warning',
    text: `${count(given.moved, 'case', 'cases')} changed.`,
    ...undoCases(given),
  }),
  'case-moved': ({ state, silent, undo }: CaseMoved) =>
    saidOver(
      `Status changed to ${state}. ${silent ? 'We did not email anyone.' : 'We email the people this concerns.'}`,
      `/editor/cases/${undo?.reference}?do=move-${undo?.move}`,
      undo && { seen: String(undo.seen) },
    ),
  'case-assigned': ({ reference, to, before }: Assigned & { reference: string }) =>
    said(to ? `Assigned to ${to}.` : 'Unassigned.', `/editor/cases/${reference}?do=assign`, {
      staff: before ?? '',
    }),
  'case-noted': () => said('Note saved.'),
  'refund-noted': () => said('Refund recorded.'),
  'case-link-sent': () => said('We sent a new link. The old one no longer works.'),
  'case-address-corrected': ({ whose }: { whose: string }) =>
    said(`Address of the ${whose} corrected. The link we sent to the former address no longer works.`),
  'decision-recorded': (given: { label: string; needsRelease: boolean; reference: string }) =>
    said(
      given.needsRelease
        ? `“${given.label}” is waiting for release by another officer. We have not emailed anyone.`
        : `“${given.label}” takes effect after the delay. We have not emailed anyone.`,
      `/editor/cases/${given.reference}/decision?do=withdraw`,
    ),
  'decision-released': () => said('Decision released. We email the people this concerns.'),
  'decision-withdrawn': () => said('Decision withdrawn. We did not email anyone.'),
  'decisions-released': ({ moved }: { moved: number }) =>
    said(`${count(moved, 'decision', 'decisions')} released. We email the people this concerns.`),
  'decisions-recorded': ({ moved }: { moved: number }) =>
    said(`${count(moved, 'decision waits', 'decisions wait')} for release. We have not emailed anyone.`),
  'case-held': ({ reference }: { reference: string }) =>
    said(
      'This case is on hold: it will not be deleted automatically.',
      `/editor/cases/${reference}?do=release`,
      { reason: undone },
    ),
  'case-released': ({ reference, before }: { reference: string; before: string | null }) =>
    said(
      'Hold released: the case will be deleted when its retention period ends.',
      `/editor/cases/${reference}?do=hold`,
      { reason: before ?? undone },
    ),
  'statement-deleted': () => said('Statement deleted. None of its lines was matched.'),
  'lines-matched': ({ moved }: { moved: number }): FlashMessage => ({
    kind: moved > 0 ? 'success' : 'warning',
    text:
      moved === 0
        ? 'No lines matched.'
        : `${count(moved, 'line', 'lines')} matched. We emailed the ${moved === 1 ? 'applicant' : 'applicants'}.`,
  }),
  'lines-set-aside': (given: Bulk): FlashMessage => ({
    kind: given.moved > 0 ? 'success' : 'warning',
    text: `${count(given.moved, 'line', 'lines')} set aside.`,
    ...undoRows(given, 'do', 'take-back'),
  }),
  'lines-restored': (given: Bulk): FlashMessage => ({
    kind: given.moved > 0 ? 'success' : 'warning',
    text: `${count(given.moved, 'line', 'lines')} restored to “${shownLines.open}”.`,
    ...undoRows(given, 'do', 'set-aside'),
  }),

  // Enquiries and the newsletter
  'enquiries-moved': (given: Bulk & { act: (typeof bulkActs)[number] }): FlashMessage => ({
    ...changed(
      given.moved,
      '1 enquiry',
      'enquiries',
      `${given.act === 'take' ? 'assigned to you' : enquiryMoves[given.act].done}.`,
    ),
    ...undoRows(given, 'do', 'reopen'),
  }),
  'enquiry-answered': () => said('Reply sent.'),
  'enquiry-noted': () => said('Note saved.'),
  'enquiry-assigned': ({ id, to, before }: Assigned & { id: string }) =>
    said(to ? `Assigned to ${to}.` : 'Unassigned.', `/editor/enquiries/${id}?do=assign`, {
      to: before ?? '',
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
    text: `${count(moved, 'address', 'addresses')} removed from the list.`,
  }),
  'newsletter-started': () => said('Sending started.'),
  'newsletter-stopped': () => said('Stopped. We still send the emails already created.'),

  // Email
  'emails-resent': ({ moved, left }: { moved: number; left: number }): FlashMessage => ({
    kind: moved > 0 ? 'success' : 'warning',
    text: `We are sending ${count(moved, 'email', 'emails')} again.${
      left > 0
        ? ` ${left} ${left === 1 ? 'was' : 'were'} not sent again: already sent, still waiting, or without the link, which we remove when we send an email.`
        : ''
    }`,
  }),
  'test-email-sent': ({ email, isSending }: { email: string; isSending: boolean }): FlashMessage =>
    isSending
      ? said(`We are sending a test email to ${email}. Reload this page to see whether it was sent.`)
      : { kind: 'warning', text: 'No mail server is set up. We stored the test email and did not send it.' },
  'email-bounced': ({ id }: { id: string }) => said('Marked as bounced.', `/admin/mail/${id}?do=take-back`),
  'email-not-bounced': ({ id, before }: { id: string; before: string | undefined }) =>
    saidOver('Marked as sent.', `/admin/mail/${id}`, before === undefined ? undefined : { note: before }),
  'wording-saved': ({ letter, before }: { letter: string; before?: Wording | 'default' | undefined }) =>
    before === 'default'
      ? said('Text saved. Emails from now on use it.', `/admin/letters/${letter}?do=reset`)
      : saidOver('Text saved. Emails from now on use it.', `/admin/letters/${letter}`, before),
  'wording-reset': ({ letter, before }: { letter: string; before?: Wording | undefined }) =>
    saidOver('Default text restored.', `/admin/letters/${letter}`, before),

  // The site
  'redirect-added': ({ from }: { from: string }) =>
    said('Redirect added.', '/editor/links?do=remove', { from }),
  'redirect-deleted': ({ from, to }: { from: string; to?: string }) =>
    to === undefined
      ? said('Redirect deleted.')
      : said('Redirect deleted.', '/editor/links?do=add', { from, to }),
  'menu-changed': ({ item, mark }: { item?: MenuPosition; mark?: string }) => {
    const text = item
      ? `“${item.label}” is number ${item.number} of ${item.total} in ${item.list}.`
      : 'Menu saved.'
    return mark === undefined ? said(text) : said(text, '/admin/menu?do=undo', { mark })
  },
  'settings-saved': () => said('Settings saved.'),

  // Accounts
  'account-moved': ({ id, move, before }: { id: string; move: AccountAct; before: Role | null }) =>
    saidOver(accountMoved[move], `/admin/staff/${id}?do=${accountInverse(move)}`, accountUndo(move, before)),
  'invitation-sent': () => said('Invitation sent.'),
  'invitation-withdrawn': () => said('Invitation withdrawn. Its link no longer works.'),
  'profile-saved': () => said('Profile saved.'),
  'confirmation-link-sent': ({ email }: { email: string }) =>
    said(`We emailed a link to ${email}. It works for 30 minutes.`),
  'new-address-link-sent': ({ email }: { email: string }) =>
    said(`We emailed a link to ${email}. It works for 30 minutes. Until you open it, your address stays.`),
  'address-confirmed': () => said('Email address confirmed.'),
  'sign-in-linked': ({ label }: { label: string }) => said(`Linked. You can now sign in with ${label}.`),
  'sign-in-unlinked': ({ label }: { label: string }) =>
    said(`Unlinked from ${label}. We signed you out on all other devices.`),
  'password-changed': () => said('Password changed. We signed you out on all other devices.'),

  // Own pages
  'own-contact-saved': () => said('Saved. The office sees the change at once.'),
  'own-choices-saved': ({ mustConfirm }: { mustConfirm: boolean }) =>
    said(`Saved.${mustConfirm ? ' We emailed you a link to confirm the newsletter.' : ''}`),
  'own-orcid-saved': ({ isGone }: { isGone: boolean }) =>
    said(isGone ? 'ORCID iD removed.' : 'ORCID iD saved.'),
  'own-request-sent': () => said('Sent to the office. We will email you when it is decided.'),
  'own-request-withdrawn': () => said('Request withdrawn.'),
  'own-request-not-open': (): FlashMessage => ({
    kind: 'warning',
    text: 'The office has already decided this request, or you have withdrawn it before.',
  }),
  'own-request-decided': ({ approves }: { approves: boolean }) =>
    said(approves ? 'Approved. We emailed the person.' : 'Declined. We emailed the person.'),
  'own-codes-sent': () => said('We emailed a code to each address.'),
  'own-email-changed': () => said('Email address changed. We signed you out on all other devices.'),
  'own-email-unchanged': () => said('Your email address stays as it is.'),
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

  // Forms of visitors
  'form-link-sent': () =>
    said(
      'We have emailed you the link. If you open it on another device, this browser can no longer open the form until you open the same link here. Any link we emailed before no longer works.',
    ),
  'rows-added': ({ added, one }: { added: number; one: string }): FlashMessage =>
    added > 0
      ? said(
          `Added ${count(added, one, `${one}s`)} from your list. Check ${added === 1 ? 'it' : 'them'} below.`,
        )
      : { kind: 'warning', text: `Every ${one} in your list is already below.` },
  'form-other-parts': (): FlashMessage => ({
    kind: 'warning',
    text: 'We have not submitted your form yet. It continues under a new call, which asks for other parts. Read the parts below, then submit again. Your answers are saved.',
  }),
  'form-only-here': () =>
    said(
      'The form is now open in this browser only. The link in our email no longer works. To continue elsewhere, request a new link below.',
    ),
}

type Wording = { subject: string; body: string }

/** A case after a move, and the move that undoes it. */
interface CaseMoved {
  state: string
  silent: boolean
  undo?: { reference: string; move: string; seen: number } | undefined
}

/** The reason that the record shows if Undo was pressed for an action that requires one. */
const undone = 'Undone right away'

/** The name of the new assignee and the id of the one before. */
interface Assigned {
  to: string | undefined
  before: string | null
}

interface MenuPosition {
  label: string
  number: number
  total: number
  list: string
}

type Messages = typeof flashMessages
type GivenTo<Message extends (given: never) => FlashMessage> =
  Parameters<Message> extends [infer Given] ? Given : unknown

/** A message by its key, with its parameters. */
export type Flash = {
  [Key in keyof Messages]: { key: Key } & GivenTo<Messages[Key]>
}[keyof Messages]

/** Undefined if the key is unknown, as it may be just after an upgrade. */
export function messageOf({ key, ...given }: Flash): FlashMessage | undefined {
  if (!Object.hasOwn(flashMessages, key)) return undefined
  const message = flashMessages[key] as (given: unknown) => FlashMessage
  return message(given)
}

/** The rows that Undo would change back: all or none. */
export function rowsToUndo(chosen: string[], moved: number): string[] {
  return moved === chosen.length ? chosen : []
}

function said(text: string, undo?: string, fields: Record<string, string> = {}): FlashMessage {
  return { kind: 'success', text, ...(undo !== undefined && { undo: { action: undo, fields } }) }
}

/** The message with Undo if the fields that restore the former status are known. */
function saidOver(text: string, undo: string, fields: Record<string, string> | undefined): FlashMessage {
  return fields === undefined ? said(text) : said(text, undo, fields)
}

function undoCases({
  rows = [],
  list = '',
  moved,
  undoneBy,
}: Partial<Bulk> & { moved: number; undoneBy?: string }) {
  const { undo } = undoRows({ rows, list, moved }, 'do', `move-${undoneBy}`)
  return undo && { undo: { ...undo, fields: { ...undo.fields, confirmed: 'yes' } } }
}

function changed(moved: number, one: string, many: string, words: string): FlashMessage {
  if (moved === 0) return { kind: 'warning', text: 'Nothing was changed.' }
  return said(`${moved === 1 ? one : `${moved.toLocaleString('en-GB')} ${many}`} ${words}`)
}

function removalsProposed(proposed: number, needsRelease: boolean): FlashMessage {
  if (proposed === 0)
    return {
      kind: 'warning',
      text: 'Nothing was proposed. Someone else has already proposed or made the removal.',
    }
  const what = proposed === 1 ? 'Removal proposed.' : `${count(proposed, 'removal', 'removals')} proposed.`
  if (needsRelease)
    return said(`${what} A second officer must approve ${proposed === 1 ? 'it' : 'each of them'}.`)
  return said(
    `${what} We remove ${proposed === 1 ? 'the person' : 'the people'} after the delay, unless someone withdraws it.`,
  )
}

function undoRows({ rows, list }: Bulk, parameter: string, act: string): Pick<FlashMessage, 'undo'> {
  if (rows.length === 0) return {}
  const action = `${list}${list.includes('?') ? '&' : '?'}${parameter}=${act}`
  return { undo: { action, fields: Object.fromEntries(rows.map((row) => [`row-${row}`, 'on'])) } }
}

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number.toLocaleString('en-GB')} ${many}`
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? ''
}

const entryMoved: Record<EntryMove, string> = {
  submit: 'Submitted for review. An administrator will see it on the Admin Dashboard.',
  withdraw: 'Returned to draft.',
  publish: 'Published. Visitors can see it now.',
  schedule: 'Scheduled. It will be published automatically.',
  discard: 'Changes discarded. You can still find them under Versions.',
  archive: 'Unpublished. Visitors no longer see it.',
  bin: 'Deleted. You can restore it for 30 days.',
  restore: 'Restored as a draft.',
}

/** The messages for one entry and for several. */
const entriesMoved: Record<EntryMove, [one: string, several: string]> = {
  submit: ['submitted for review', 'submitted for review'],
  withdraw: ['returned to draft', 'returned to draft'],
  publish: ['published', 'published'],
  schedule: ['scheduled', 'scheduled'],
  discard: ['had its changes discarded', 'had their changes discarded'],
  archive: ['unpublished', 'unpublished'],
  bin: ['deleted', 'deleted'],
  restore: ['restored', 'restored'],
}

const refusedBecause = {
  'not-found': 'it no longer exists',
  conflict: 'someone saved a newer version',
  incomplete: 'it is not complete',
  'no-time': 'it needs a date and time',
  'wrong-state': 'not possible in its status',
  'fixed-address': 'the site needs this page',
  'for-administrators': 'only an administrator can do this',
  'no-such-reviewer': 'it needs a reviewer',
  'no-note': 'its author needs a note',
}

function refusedItems(refused: NonNullable<BulkEntries['refused']>, left: number): string[] {
  const items = refused.map(({ title, reason }) => `“${title}”: ${refusedBecause[reason]}.`)
  const more = left - items.length
  return more > 0
    ? [...items, `${items.length > 0 ? 'And ' : ''}${count(more, 'more entry', 'more entries')}.`]
    : items
}

const peopleMoved = {
  list: 'added to the public directory.',
  unlist: 'removed from the public directory.',
  bin: 'removed from the register. You can restore them for 30 days.',
  restore: 'restored.',
}

const peopleInverses = { list: 'unlist', unlist: 'list', bin: 'restore' } as const

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
