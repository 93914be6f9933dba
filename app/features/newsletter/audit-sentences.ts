import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { people, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof newsletterSentences, true> {}
}

export const newsletterSentences = {
  'newsletter.asked': () => 'Someone asked to subscribe to the newsletter',
  'newsletter.joined': ({ who }) => `${who} subscribed to the newsletter`,
  'newsletter.left': ({ who }) => `${who} unsubscribed from the newsletter`,
  'newsletter.removed': ({ who, details }) => `${who} removed ${people(details)} from the newsletter list`,
  'newsletter.mailed': ({ who, whom, details }) => `${who} started emailing ${whom} to ${people(details)}`,
  'newsletter.mailing-stopped': ({ who, whom }) => `${who} stopped emailing ${whom}`,
  'newsletter-list.read': ({ who }) => `${who} read the newsletter list`,
} satisfies AuditSentences

export const newsletterObstacles = {
  newsletter: 'Newsletter subscriptions or emails were changed',
} satisfies ObstacleWords
