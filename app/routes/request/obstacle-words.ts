import { auditObstacles } from '#features/audit/audit-sentences.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { backupsObstacles } from '#features/backups/audit-sentences.ts'
import { bodiesObstacles } from '#features/bodies/audit-sentences.ts'
import { casesObstacles } from '#features/cases/audit-sentences.ts'
import { certificatesObstacles } from '#features/certificates/audit-sentences.ts'
import { contentObstacles } from '#features/content/audit-sentences.ts'
import { enquiriesObstacles } from '#features/enquiries/audit-sentences.ts'
import { lettersObstacles } from '#features/letters/audit-sentences.ts'
import { mailObstacles } from '#features/mail/audit-sentences.ts'
import { mediaObstacles } from '#features/media/audit-sentences.ts'
import { menuObstacles } from '#features/menu/audit-sentences.ts'
import { newsletterObstacles } from '#features/newsletter/audit-sentences.ts'
import { ownPagesObstacles } from '#features/own-pages/audit-sentences.ts'
import { paymentsObstacles } from '#features/payments/audit-sentences.ts'
import { peopleObstacles } from '#features/people/audit-sentences.ts'
import { privacyObstacles } from '#features/privacy/audit-sentences.ts'
import { rulebookObstacles } from '#features/rulebook/audit-sentences.ts'
import { samplesObstacles } from '#features/samples/audit-sentences.ts'
import { settingsObstacles } from '#features/settings/audit-sentences.ts'
import { siteCopyObstacles } from '#features/site-copy/audit-sentences.ts'
import { staffObstacles } from '#features/staff/audit-sentences.ts'
import { watchingObstacles } from '#features/watching/audit-sentences.ts'

/** What the actions of all features mean for the import of a copy of a site. */
export const obstacleWords: ObstacleWords = {
  ...auditObstacles,
  ...backupsObstacles,
  ...bodiesObstacles,
  ...casesObstacles,
  ...certificatesObstacles,
  ...contentObstacles,
  ...enquiriesObstacles,
  ...lettersObstacles,
  ...mailObstacles,
  ...mediaObstacles,
  ...menuObstacles,
  ...newsletterObstacles,
  ...ownPagesObstacles,
  ...paymentsObstacles,
  ...peopleObstacles,
  ...privacyObstacles,
  ...rulebookObstacles,
  ...samplesObstacles,
  ...settingsObstacles,
  ...siteCopyObstacles,
  ...staffObstacles,
  ...watchingObstacles,
}
