import { capital } from '#server/input/capital.ts'
import { nameOfSetting } from '#features/settings/groups.ts'
import type { Details } from './details.ts'

/** An entry as staff read it. */
export interface ReadEntry {
  seq: number
  at: Date
  /** `staff:<id>`, `visitor` or `system`. */
  actor: string
  /** The name today of a member of staff; undefined when the account is gone, and for others. */
  actorName: string | undefined
  action: string
  subject: string
  subjectName: string | undefined
  /** Undefined once they were erased. */
  details: Details | undefined
}

interface Words {
  who: string
  /** The subject, or "their own account" when somebody acts on themselves. */
  whom: string
  isOwn: boolean
  details: Details
}

/** One English sentence without its full stop, for an action known here or any other. */
export function describeEntry(entry: ReadEntry): string {
  const isOwn = entry.actor === entry.subject
  const whom = nameOf(entry.subject, entry.subjectName)
  const who = capital(nameOf(entry.actor, entry.actorName))
  const words = { who, whom, isOwn, details: entry.details ?? {} }
  const sentence = sentences[entry.action]
  return sentence ? sentence(words) : anySentence(entry, words)
}

/** What changed, field by field, as texts to show. */
export function describeChanges({ action, details }: Pick<ReadEntry, 'action' | 'details'>) {
  return Object.entries(details?.changes ?? {}).map(([field, values]) => ({
    field: (action === 'settings.changed' && nameOfSetting(field)) || capital(plain(field)),
    before: show(values[0]),
    after: show(values[1]),
  }))
}

const sentences: Record<string, (words: Words) => string> = {
  'alarm.raised': ({ details }) => `An alarm was raised: ${show(details['sentence'])}`,
  'alarm.cleared': ({ whom }) => `All clear for ${whom}`,
  'backup.made': ({ details }) =>
    `A backup was made, of ${show(details['rows'])} rows and ${show(details['files'])} files`,
  'backup.drilled': () => 'A backup was put back into a scratch place and found whole',
  'backup.drill-failed': () => 'A backup was put back into a scratch place and found wanting',
  'site.restored': ({ details }) => `The site was restored from a backup of ${show(details['madeAt'])}`,
  'site.mail-released': ({ who }) => `${who} let this restored copy send letters`,
  'case.received': ({ whom }) => `${capital(whom)} was received`,
  'case.moved': ({ who, whom, details }) => {
    if (details['to'] === 'spam') return `${who} closed ${whom} as spam`
    if (details['move'] === 'restore') return `${who} restored ${whom}, which had been closed as spam`
    return `${who} moved ${whom} from ${show(details['from'])} to ${show(details['to'])}`
  },
  'case.status-asked': ({ whom }) => `Somebody asked how ${whom} stands`,
  'letter.wording-changed': ({ who, whom }) => `${who} changed the wording of ${whom}`,
  'mail.bounced': ({ who, details }) =>
    details['by'] === 'mailbox'
      ? 'The site read in the mailbox that a letter came back'
      : `${who} noted that a letter came back`,
  'mail.bounce-taken-back': ({ who }) => `${who} took back the note that a letter came back`,
  'case.erased': ({ who, whom }) => `${who} erased ${whom}, whose time to be kept was over`,
  'privacy.erasures-repeated': ({ details }) =>
    `What had been erased before the site was restored was erased again: ${erasures(details)}`,
  'person.erased': ({ who }) => `${who} erased a person on request`,
  'person.data-exported': ({ who }) => `${who} took out all data about a person`,
  'person.data-sought': ({ who }) => `${who} looked up what is kept about a person`,
  'case.answered': ({ whom, details }) =>
    `Somebody answered what they were asked about ${whom} (${show(details['purpose'])})`,
  'certificate.issued': ({ who, details }) =>
    details['replaced'] === undefined
      ? `${who} issued the certificate ${show(details['number'])}`
      : `${who} issued the certificate ${show(details['number'])} in place of ${show(details['replaced'])}`,
  'certificate.revoked': ({ who, details }) => `${who} revoked the certificate ${show(details['number'])}`,
  'case.noted': ({ who, whom }) => `${who} wrote a note on ${whom}`,
  'case.read': ({ who, whom }) => `${who} read ${whom}`,
  'case-list.read': ({ who }) => `${who} read the list of cases`,
  'case-file.read': ({ who, whom }) => `${who} opened a file of ${whom}`,
  'case.link-sent': ({ who, whom, details }) =>
    `${who} sent a fresh link to somebody who is asked about ${whom} (${show(details['purpose'])})`,
  'case.held': ({ who, whom }) => `${who} forbade that anything of ${whom} is erased`,
  'case.released': ({ who, whom }) => `${who} let ${whom} be erased in its time`,
  'statistics.exported': ({ who, details }) => `${who} exported figures of cases${asFile(details)}`,
  'payments.read': ({ who }) => `${who} read a statement of the bank`,
  'payments.brought': ({ who, details }) => `${who} brought a statement of the bank with ${lines(details)}`,
  'payments.read-by-columns': ({ who, details }) =>
    `${who} said which columns of a statement of the bank hold what, for ${lines(details)}`,
  'payments.set-aside': ({ who, details }) => `${who} set ${lines(details)} of a statement aside`,
  'payments.taken-back': ({ who, details }) => `${who} brought ${lines(details)} of a statement back`,
  'payments.undone': ({ who }) => `${who} threw a statement of the bank away`,
  'case.assigned': ({ who, whom }) => `${who} gave ${whom} to somebody else`,
  'enquiry.received': ({ whom }) => `${capital(whom)} came in`,
  'enquiry.held': ({ whom }) => `${capital(whom)} came in and is held for a look`,
  'enquiry.read': ({ who, whom }) => `${who} read ${whom}`,
  'enquiry-list.read': ({ who }) => `${who} read the list of enquiries`,
  'enquiry.assigned': ({ who, whom }) => `${who} gave ${whom} to somebody`,
  'enquiry.noted': ({ who, whom }) => `${who} wrote a note on ${whom}`,
  'enquiry.answered': ({ who, whom }) => `${who} answered ${whom}`,
  'enquiry.moved': ({ who, whom, details }) =>
    `${who} moved ${whom} from ${show(details['from'])} to ${show(details['to'])}`,
  'enquiry.several-moved': ({ who, details }) => `${who} moved ${enquiries(details)}`,
  'enquiry.erased': ({ who, details }) =>
    `${who} erased ${enquiries(details)} that had been closed long enough`,
  'newsletter.asked': () => 'Somebody asked for the newsletter by e-mail',
  'newsletter.joined': ({ who }) => `${who} joined the newsletter list`,
  'newsletter.left': ({ who }) => `${who} left the newsletter list`,
  'newsletter.removed': ({ who, details }) => `${who} took ${people(details)} off the newsletter list`,
  'newsletter.mailed': ({ who, whom, details }) =>
    `${who} began to send ${whom} to ${people(details)} by e-mail`,
  'newsletter.mailing-stopped': ({ who, whom }) => `${who} stopped sending ${whom} by e-mail`,
  'newsletter-list.read': ({ who }) => `${who} read the newsletter list`,
  'newsletter.exported': ({ who, details }) => `${who} exported the newsletter list${asFile(details)}`,
  'staff.signed-up': ({ whom, details }) => `${capital(whom)} signed up${asking(details)}`,
  'staff.sign-up-refused': ({ whom }) => `Somebody tried to sign up with the address of ${whom}`,
  'staff.joined': ({ whom, details }) => `${capital(whom)} joined${as(details)}`,
  'staff.first-link-made': ({ who }) => `${who} made the link for the first administrator`,
  'staff.invited': ({ who, details }) => `${who} invited ${emailOf(details) ?? 'somebody'}${as(details)}`,
  'staff.invitation-withdrawn': ({ who, details }) =>
    `${who} withdrew the invitation of ${emailOf(details) ?? 'somebody'}`,
  'staff.invitation-renewed': ({ details }) =>
    `${capital(emailOf(details) ?? 'somebody')} asked for the invitation anew`,
  'staff.approved': ({ who, whom, details }) => `${who} approved ${whom}${as(details)}`,
  'staff.role-changed': (words) =>
    `${words.who} changed ${of(words, 'role')}${fromTo(words.details, 'role')}`,
  'staff.disabled': ({ who, whom }) => `${who} disabled the account of ${whom}`,
  'staff.enabled': ({ who, whom }) => `${who} enabled the account of ${whom} again`,
  'staff.read': (words) => `${words.who} looked at ${of(words, 'account')}`,
  'staff-list.read': ({ who }) => `${who} read the list of staff accounts`,
  'staff.unconfirmed-removed': ({ who }) => `${who} removed an account whose address was never confirmed`,
  'staff.profile-changed': (words) => `${words.who} changed ${of(words, 'profile')}${fields(words.details)}`,

  'staff.signed-in': ({ whom }) => `${capital(whom)} signed in`,
  'staff.sign-in-failed': (words) => `A sign-in as ${claimed(words)} failed${because(words.details)}`,
  'staff.sign-in-paused': (words) => `Too many tries paused signing in as ${claimed(words)}`,
  'staff.password-accepted': ({ whom }) => `${capital(whom)} gave the right password`,
  'staff.password-refused': ({ whom }) => `${capital(whom)} gave a wrong password`,
  'staff.second-factor-failed': ({ whom }) => `A second factor of ${whom} failed`,
  'staff.confirmed': ({ whom }) => `${capital(whom)} confirmed who they are`,
  'staff.signed-out': ({ whom }) => `${capital(whom)} signed out`,
  'staff.sessions-ended': (words) => `${words.who} ended ${sessions(words)}`,

  'staff.password-changed': (words) => `${words.who} changed ${of(words, 'password')}`,
  'staff.password-reset': ({ whom }) => `${capital(whom)} chose a new password by a mailed link`,
  'staff.link-requested': (words) => `Somebody asked for a mailed link to the account of ${claimed(words)}`,
  'staff.device-trusted': ({ whom }) => `${capital(whom)} came by a mailed link, which made the device known`,
  'staff.verification-sent': ({ whom }) => `${capital(whom)} was asked again to confirm the email address`,
  'staff.email-verified': ({ whom }) => `${capital(whom)} confirmed their email address`,
  'staff.second-factor-reset': (words) => `${words.who} reset ${of(words, 'second factor')}`,
  'staff.totp-added': ({ who }) => `${who} added an authenticator app`,
  'staff.totp-removed': ({ who }) => `${who} removed the authenticator app`,
  'staff.recovery-codes-renewed': ({ who }) => `${who} made new recovery codes`,
  'staff.passkey-added': ({ who }) => `${who} added a passkey`,
  'staff.passkey-removed': ({ who }) => `${who} removed a passkey`,

  'entry.begun': ({ who, details }) => `${who} began ${titleIn(details)}`,
  'entry.saved': ({ who, details }) => `${who} saved ${titleIn(details)}${fields(details)}`,
  'entry.submitted': ({ who, details }) => `${who} asked for a review of ${titleIn(details)}`,
  'entry.withdrawn': ({ who, details }) => `${who} took ${titleIn(details)} back to draft`,
  'entry.published': ({ who, details }) => `${who} published ${titleIn(details)}`,
  'entry.scheduled': ({ who, details }) => `${who} scheduled ${titleIn(details)}`,
  'entry.held-back': ({ details }) => `The site held back ${titleIn(details)}, which is not complete`,
  'entry.changes-discarded': ({ who, details }) => `${who} discarded changes to ${titleIn(details)}`,
  'entry.archived': ({ who, details }) => `${who} took ${titleIn(details)} off the site`,
  'entry.binned': ({ who, details }) => `${who} moved ${titleIn(details)} to the bin`,
  'entry.restored': ({ who, details }) => `${who} took ${titleIn(details)} out of the bin`,
  'entry.removed': ({ who, details }) => `${who} removed ${titleIn(details)} for good`,
  'entry.address-changed': ({ who, details }) =>
    `${who} changed the address of ${titleIn(details)}${fromTo(details, 'slug')}`,
  'entry.placed': ({ who, details }) => `${who} changed the place of ${titleIn(details)}`,
  'entry.preview-shared': ({ who, details }) => `${who} made a link to a preview of ${titleIn(details)}`,
  'entry.preview-ended': ({ who, details }) => `${who} ended the links to previews of ${titleIn(details)}`,
  'entry.adopted': ({ who, details }) => `${who} said that ${titleIn(details)} is no sample`,

  'settings.changed': ({ who, details }) => `${who} changed the settings${settings(details)}`,
  'redirect.added': ({ who, details }) =>
    `${who} let ${pathIn(details, 'from')} lead to ${pathIn(details, 'to')}`,
  'redirect.removed': ({ who, details }) =>
    `${who} took back that ${pathIn(details, 'from')} leads to ${pathIn(details, 'to')}`,
  'menu.changed': ({ who, details }) => `${who} changed the menu${fields(details)}`,
  'site.exported': ({ who, details }) =>
    details['kind'] === 'static'
      ? `${who} exported the public pages as static files`
      : `${who} exported a copy of the whole site`,
  'site.copy-begun': ({ who, details }) =>
    details['kind'] === 'static'
      ? `${who} had the public pages written as static files`
      : `${who} had a copy of the whole site made`,
  'site.import-begun': ({ who, details }) =>
    `${who} sent a copy of a site to be brought in: ${text(details['file']) ?? 'a file'}`,
  'site.import-started': ({ who, details }) =>
    `${who} had a copy of a site brought in: ${text(details['file']) ?? 'a file'}`,
  'site.import-discarded': ({ who, details }) =>
    `${who} threw a copy of a site away: ${text(details['file']) ?? 'a file'}`,
  'site.imported': ({ who, details }) =>
    `${who} brought in a copy of a site: ${number(details['entry'])} entries, ${number(details['person'])} people, ${number(details['file'])} files`,
  'samples.removed': ({ who }) => `${who} removed the sample content`,
  'mail.read': ({ who, details }) =>
    `${who} read a letter${details['link'] === 'shown' ? ' and the link in it' : ''}`,
  'mail-list.read': ({ who }) => `${who} read the list of letters`,
  'mail.cleared': ({ who, details }) => `${who} cleared what ${letters(details)} said`,
  'person.added': ({ who }) => `${who} put somebody on the roll`,
  'person.changed': ({ who, details }) => `${who} changed somebody on the roll${fields(details)}`,
  'person.pictured': ({ who }) => `${who} put the photograph of somebody onto the page about them`,
  'person.listed': ({ who }) => `${who} put somebody into the public lists`,
  'person.unlisted': ({ who }) => `${who} took somebody out of the public lists`,
  'person.binned': ({ who }) => `${who} put somebody of the roll into the bin`,
  'person.restored': ({ who }) => `${who} brought somebody back from the bin to the roll`,
  'people.bin-emptied': ({ who, details }) =>
    `${who} removed ${people(details)} who had been in the bin for 30 days`,
  'people.exported': ({ who, details }) => `${who} exported ${people(details)} of the roll${asFile(details)}`,
  'people.imported': ({ who, details }) =>
    `${who} imported people from ${text(details['file']) ?? 'a file'}: ${number(details['added'])} added, ${number(details['updated'])} updated, ${number(details['skipped'])} skipped, ${number(details['failed'])} refused`,
  'people.import-undone': ({ who, details }) =>
    `${who} undid the import from ${text(details['file']) ?? 'a file'}: ${number(details['removed'])} removed, ${number(details['putBack'])} put back, ${number(details['kept'])} kept`,

  'find.read': ({ who, details }) => `${who} found people by the palette${lookingFor(details)}`,
  'people.read': ({ who, details }) => `${who} read the roll of people${lookingFor(details)}`,
  'person.read': ({ who }) => `${who} opened somebody on the roll`,
  'people-import.begun': ({ who, details }) => `${who} brought ${fileOf(details)}, a file of people`,
  'people-import.mapped': ({ who, details }) => `${who} said what the columns of ${fileOf(details)} hold`,
  'people-import.decided': ({ who, details }) => `${who} decided on rows of ${fileOf(details)}`,
  'people-import.started': ({ who, details }) => `${who} started the import of ${fileOf(details)}`,
  'people-import.undo-started': ({ who, details }) => `${who} asked to undo the import of ${fileOf(details)}`,
  'people-import.discarded': ({ who, details }) => `${who} threw ${fileOf(details)} away, a file of people`,
  'people-import.read': ({ who, details: { part } }) => {
    if (part === 'refused-rows') return `${who} took the refused rows of an import as a file`
    if (part === 'whole-report') return `${who} took the whole report of an import as a file`
    return `${who} read rows of an import of people`
  },

  'staff.exported': ({ who, details }) => `${who} exported the list of staff accounts${asFile(details)}`,
  'audit.read': ({ who, details }) => `${who} read the audit trail${lookingFor(details)}`,
  'audit.exported': ({ who, details }) =>
    `${who} exported ${count(details)} of the audit trail${asFile(details)}`,
  'mail.exported': ({ who, details }) => `${who} exported the list of letters${asFile(details)}`,
  'content.exported': ({ who, details }) => `${who} exported a list of content${asFile(details)}`,
  'media.exported': ({ who, details }) => `${who} exported the list of files${asFile(details)}`,
  'links.exported': ({ who, details }) => `${who} exported a list of links${asFile(details)}`,

  'file.added': ({ who, details }) => `${who} added the file ${fileOf(details)}`,
  'file.described': ({ who, details }) => `${who} described the file ${fileOf(details)}${fields(details)}`,
  'file.replaced': ({ who, details }) =>
    details['isUndo']
      ? `${who} put the earlier file ${fileOf(details)} back`
      : `${who} replaced the file ${fileOf(details)}`,
  'file.removed': ({ who, details }) => `${who} put the file ${fileOf(details)} into the bin`,
  'file.restored': ({ who, details }) => `${who} took the file ${fileOf(details)} out of the bin`,
  'file.infected': ({ who, details }) =>
    `${who} sent a file that the virus scanner refused: ${fileOf(details)}`,
  'mail.resent': ({ who }) => `${who} had a letter sent again`,
  'audit.details-erased': ({ who, whom, details }) =>
    `${who} erased the details of ${count(details)}${whom === 'the audit' ? '' : ` about ${whom}`}`,
}

/** `application.moved` on `application:7` reads "Asha Rao moved application 7". */
function anySentence({ action, subject }: ReadEntry, { who, whom, isOwn }: Words): string {
  const [noun = '', verb = ''] = action.split('.')
  const object = isOwn ? 'their own account' : whom
  const about = subject.startsWith(noun) || isOwn ? object : `${plain(noun)} of ${object}`
  return `${who} ${plain(verb)} ${about}`
}

function nameOf(subject: string, name: string | undefined): string {
  if (name !== undefined) return name
  const [noun = '', id = ''] = subject.split(/:(.*)/s)
  if (noun === 'staff') return id === '' || id === 'unknown' ? 'somebody unknown' : 'a former member of staff'
  if (noun === 'visitor') return 'a visitor'
  if (noun === 'system') return 'the site'
  return id === '' ? `the ${plain(noun)}` : `${plain(noun)} ${id}`
}

function of({ isOwn, whom }: Words, thing: string) {
  return isOwn ? `their own ${thing}` : `the ${thing} of ${whom}`
}

/** Who somebody said they are, when there is no such account. */
function claimed({ whom, details }: Words) {
  return emailOf(details) ?? whom
}

function titleIn(details: Details) {
  const title = text(details['title'])
  return title === undefined ? 'an entry' : `“${title}”`
}

function fileOf(details: Details) {
  return `“${text(details['name']) ?? 'without a name'}”`
}

function pathIn(details: Details, field: 'from' | 'to') {
  return text(details[field]) ?? 'an address'
}

function emailOf(details: Details) {
  return text(details['email'])
}

function sessions({ isOwn, whom, details }: Words) {
  const number = Number(details['sessions'])
  const noun = number === 1 ? 'a session' : number > 1 ? `${number} sessions` : 'sessions'
  return `${noun} of ${isOwn ? 'their own' : whom}`
}

function as(details: Details) {
  const role = text(details['role']) ?? text(details.changes?.['role']?.[1])
  return role === undefined ? '' : ` as ${role}`
}

function asking(details: Details) {
  const role = text(details['role']) ?? text(details['requestedRole'])
  return role === undefined ? '' : ` and asked to be ${role}`
}

function because(details: Details) {
  return details.reason === undefined ? '' : ` (${plain(details.reason)})`
}

function fromTo(details: Details, field: string) {
  const change = details.changes?.[field]
  return change ? ` from ${show(change[0])} to ${show(change[1])}` : ''
}

function fields(details: Details) {
  const names = Object.keys(details.changes ?? {}).map(plain)
  return names.length === 0 ? '' : `: ${names.join(', ')}`
}

/** Named as on the page of the settings; some names have a comma. */
function settings(details: Details) {
  const names = Object.keys(details.changes ?? {}).map((name) => nameOfSetting(name) ?? plain(name))
  return names.length === 0 ? '' : `: ${names.join('; ')}`
}

function count(details: Details) {
  const number = Number(details['count'])
  if (number === 1) return '1 entry'
  return number > 1 ? `${number} entries` : 'entries'
}

function lookingFor(details: Details) {
  const words = text(details['q'])
  return words === undefined ? '' : `, looking for “${words}”`
}

function letters(details: Details) {
  const number = Number(details['count'])
  return number === 1 ? 'a letter' : `${number} letters`
}

function enquiries(details: Details) {
  const number = Number(details['count'])
  return number === 1 ? 'an enquiry' : `${number} enquiries`
}

function asFile(details: Details) {
  return ` as ${text(details['format'])?.toUpperCase() ?? 'a file'}`
}

function lines(details: Details) {
  const count = number(details['count'])
  return count === 1 ? 'one line' : `${count} lines`
}

function erasures(details: Details) {
  const count = number(details['count'])
  return count === 1 ? 'one erasure' : `${count} erasures`
}

function people(details: Details) {
  const count = number(details['count'])
  return count === 1 ? 'one person' : `${count} people`
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `sign-in_failed` and `societyName` as words. */
function plain(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase()
}
