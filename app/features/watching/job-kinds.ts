/** What each kind of background job does, for the administrator. */
const jobWords: Record<string, string> = {
  'backup.drill': 'Restore drill',
  'backup.make': 'Backup',
  'case.status-letter': 'Email about a case',
  'firestore.mirror-user': 'Copy of an account to Firestore',
  'firestore.mirror-users': 'Copy of all accounts to Firestore',
  'mail.send': 'Sending an email',
  'media.derive-picture': 'Sizes of a picture',
  'newsletter.letter': 'Email to a subscriber',
  'newsletter.mailing': 'Sending a newsletter issue',
  'own-page.code': 'Code for My page',
  'own-page.show-photograph': 'Photograph from My page',
  'people-import.check': 'Check of an import of people',
  'people-import.run': 'Import of people',
  'people-import.undo': 'Undoing an import of people',
  'person.show-photograph': 'Photograph of a person',
  'site-copy.make': 'Copy of the site',
  'site-import.check': 'Check of a site copy',
  'site-import.run': 'Import of a site copy',
  'staff.link-letter': 'Email with a link to sign in',
}

export function nameJob(kind: string): string {
  return Object.hasOwn(jobWords, kind) ? (jobWords[kind] ?? kind) : kind
}
