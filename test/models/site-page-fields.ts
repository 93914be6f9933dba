/** What the pages about copies of the site and about certificates load, field by field. */
export const sitePageFields: Record<string, Record<string, string[]>> = {
  '/admin/site-copy/import/:id': {
    '': ['copy', 'obstacles'],
    copy: ['bytes', 'createdAt', 'done', 'holds', 'id', 'name', 'problem', 'state', 'total'],
    'obstacles.*': ['lastAt', 'times', 'what'],
  },
  '/admin/site-copy': {
    '': ['copies', 'imports'],
    'imports.*': ['bytes', 'createdAt', 'id', 'name', 'state'],
    'copies.*': ['bytes', 'createdAt', 'done', 'id', 'kind', 'problem', 'state', 'total'],
  },
  '/admin/settings/officers': {
    '': ['officers', 'shownHash'],
    'officers.*': ['name', 'office', 'picture', 'slot'],
  },
}
