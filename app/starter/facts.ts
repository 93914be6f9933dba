import type { StarterEntry } from './entry.ts'
import { aboutPages } from './facts/about-pages.ts'
import { activityFacts } from './facts/activities.ts'
import { archiveFacts } from './facts/archive.ts'
import { awardFacts } from './facts/awards.ts'
import { conferenceFacts } from './facts/conferences.ts'
import { formPages } from './facts/form-pages.ts'
import { listPages } from './facts/list-pages.ts'
import { membershipPages } from './facts/membership-pages.ts'
import { sitePages } from './facts/site-pages.ts'

/** What reliable sources say about the Academy, in our own words, with the source of each for the staff. */
export const facts: StarterEntry[] = [
  ...aboutPages,
  ...membershipPages,
  ...listPages,
  ...formPages,
  ...sitePages,
  ...awardFacts,
  ...conferenceFacts,
  ...activityFacts,
  ...archiveFacts,
]
