import type { Migration } from './migration.ts'

/** Search results say to which section a page belongs. The index has the section, so it is rebuilt. */
export const sectionsOfResults: Migration = {
  name: '107-sections-of-results',
  sql: '',
  changesSearch: true,
}
