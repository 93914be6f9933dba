import { auditSentences } from '#features/audit/audit-sentences.ts'
import { backupsSentences } from '#features/backups/audit-sentences.ts'
import { bodiesSentences } from '#features/bodies/audit-sentences.ts'
import { casesSentences } from '#features/cases/audit-sentences.ts'
import { caseworkSentences } from '#features/casework/audit-sentences.ts'
import { certificatesSentences } from '#features/certificates/audit-sentences.ts'
import { contentSentences } from '#features/content/audit-sentences.ts'
import { enquiriesSentences } from '#features/enquiries/audit-sentences.ts'
import { entryReviewsSentences } from '#features/entry-reviews/audit-sentences.ts'
import { exportsSentences } from '#features/exports/audit-sentences.ts'
import { firstStepsSentences } from '#features/first-steps/audit-sentences.ts'
import { lettersSentences } from '#features/letters/audit-sentences.ts'
import { mailSentences } from '#features/mail/audit-sentences.ts'
import { mediaSentences } from '#features/media/audit-sentences.ts'
import { membershipsSentences } from '#features/memberships/audit-sentences.ts'
import { menuSentences } from '#features/menu/audit-sentences.ts'
import { newsletterSentences } from '#features/newsletter/audit-sentences.ts'
import { ownPagesSentences } from '#features/own-pages/audit-sentences.ts'
import { paymentsSentences } from '#features/payments/audit-sentences.ts'
import { peopleSentences } from '#features/people/audit-sentences.ts'
import { privacySentences } from '#features/privacy/audit-sentences.ts'
import { rulebookSentences } from '#features/rulebook/audit-sentences.ts'
import { samplesSentences } from '#features/samples/audit-sentences.ts'
import { searchSentences } from '#features/search/audit-sentences.ts'
import { settingsSentences } from '#features/settings/audit-sentences.ts'
import { siteCopySentences } from '#features/site-copy/audit-sentences.ts'
import { staffSentences } from '#features/staff/audit-sentences.ts'
import { watchingSentences } from '#features/watching/audit-sentences.ts'
import * as audit from '#features/audit/describe.ts'
import type { AuditAction, AuditSentences } from '#features/audit/sentences.ts'
import { nameOfSetting } from '#features/settings/declared.ts'

/** A sentence for every action that any feature can record; a missing one is a type error. */
const sentences = {
  ...auditSentences,
  ...backupsSentences,
  ...bodiesSentences,
  ...casesSentences,
  ...caseworkSentences,
  ...certificatesSentences,
  ...contentSentences,
  ...enquiriesSentences,
  ...entryReviewsSentences,
  ...exportsSentences,
  ...firstStepsSentences,
  ...lettersSentences,
  ...mailSentences,
  ...mediaSentences,
  ...membershipsSentences,
  ...menuSentences,
  ...newsletterSentences,
  ...ownPagesSentences,
  ...paymentsSentences,
  ...peopleSentences,
  ...privacySentences,
  ...rulebookSentences,
  ...samplesSentences,
  ...searchSentences,
  ...settingsSentences,
  ...siteCopySentences,
  ...staffSentences,
  ...watchingSentences,
} satisfies AuditSentences & Record<AuditAction, unknown>

export function describeEntry(entry: audit.ReadEntry): string {
  return audit.describeEntry(entry, sentences)
}

export function describeChanges({ action, details }: Pick<audit.ReadEntry, 'action' | 'details'>) {
  return audit.describeChanges(details, (field) =>
    action === 'settings.changed' ? nameOfSetting(field) : undefined,
  )
}
