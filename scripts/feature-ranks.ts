/**
 * The feature folders from the lowest rank to the highest. A feature may import only from ranks below its own, so that
 * no two of them can depend on each other. `node scripts/write-walls.ts` teaches the linter this order.
 */
export const featureRanks: readonly (readonly string[])[] = [
  ['case-access'],
  ['audit', 'erasures', 'desk-tasks', 'visits'],
  ['settings', 'exports', 'mail'],
  ['letters', 'media'],
  ['people', 'content', 'staff'],
  ['calls', 'entry-reviews', 'bodies', 'rulebook'],
  ['forms', 'newsletter', 'menu', 'search', 'samples', 'calendar'],
  ['cases', 'own-pages'],
  ['certificates', 'enquiries'],
  ['credentials', 'nominations', 'site-copy', 'privacy'],
  ['memberships', 'backups'],
  ['casework', 'watching'],
  ['payments', 'desk', 'first-steps'],
]
