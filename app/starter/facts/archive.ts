import type { StarterEntry } from '#starter/entry.ts'
import { fromOldConstitution, fromOldHome } from './sources.ts'

export const archiveFacts: StarterEntry[] = [
  {
    kind: 'archive-item',
    slug: 'former-home-page',
    data: {
      title: 'Home page of the former website',
      type: 'old-page',
      year: 2014,
      description: 'About the founding of the Academy, its fields, members and fellows.',
      url: 'http://www.iaps.org.in/web/',
      source: fromOldHome,
    },
  },
  {
    kind: 'archive-item',
    slug: 'former-constitution-page',
    data: {
      title: 'Constitution on the former website',
      type: 'old-page',
      year: 2014,
      description: 'The clause on the composition of the Academy, its classes of members, limits and votes.',
      url: 'http://www.iaps.org.in/web/index.php/constitution',
      source: fromOldConstitution,
    },
  },
  {
    kind: 'archive-item',
    slug: 'former-constitution-page-of-july-2014',
    data: {
      title: 'Constitution on the former website, page of 9 July 2014',
      type: 'old-page',
      year: 2014,
      description: 'The same text at an earlier address.',
      url: 'http://www.iaps.org.in/web/index.php/2014-07-09-04-24-00',
      source: fromOldConstitution,
    },
  },
]
