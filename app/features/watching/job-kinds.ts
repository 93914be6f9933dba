/**
 * What each kind of background job does, for the administrator. Work that may be too late, or done otherwise by now, is
 * not tried again: it could mail an expired link, or show an older photograph. `instead` says what to do then.
 */
const jobKinds: Record<string, { work: string; instead?: string }> = {
  'backup.drill': { work: 'Restore drill' },
  'backup.make': { work: 'Backup', instead: 'The next backup is made at the usual time.' },
  'case.status-letter': {
    work: 'Email about a case',
    instead: 'Send the request again on the page of the case, or write to the person.',
  },
  'firestore.mirror-user': { work: 'Copy of an account to Firestore' },
  'firestore.mirror-users': { work: 'Copy of all accounts to Firestore' },
  'mail.send': { work: 'Sending an email', instead: 'Send the email again in the email log.' },
  'media.derive-picture': { work: 'Sizes of a picture' },
  'newsletter.letter': { work: 'Email to a subscriber', instead: 'The person can subscribe again.' },
  'newsletter.mailing': { work: 'Sending a newsletter issue' },
  'own-page.code': { work: 'Code for My page', instead: 'The person can ask for a new code.' },
  'own-page.show-photograph': {
    work: 'Photograph from My page',
    instead: 'Ask the person to send the photograph again.',
  },
  'people-import.check': { work: 'Check of an import of people' },
  'people-import.run': { work: 'Import of people' },
  'people-import.undo': { work: 'Undoing an import of people' },
  'person.show-photograph': {
    work: 'Photograph of a person',
    instead: 'The person can send a photograph on My page.',
  },
  'site-copy.make': { work: 'Export of the site', instead: 'Create a new export under Export and import.' },
  'site-import.check': { work: 'Check of a site import' },
  'site-import.run': { work: 'Site import' },
  'staff.link-letter': {
    work: 'Email with a link to sign in',
    instead: 'The person can ask for a new link.',
  },
}

/** The kinds that may be tried again however late it is. */
export const lastingKinds = Object.keys(jobKinds).filter((kind) => jobKinds[kind]?.instead === undefined)

export function describeJob(kind: string): { work: string; advice: string } {
  const known = Object.hasOwn(jobKinds, kind) ? jobKinds[kind] : undefined
  const { work, instead = 'Try it again.' } = known ?? {
    work: kind,
    instead: 'Remove it: no part of the site does this work.',
  }
  return { work, advice: instead }
}
