/** The page that shows staff the subject of an entry of the audit trail. */
const pages: Record<string, { path: string; isForAdmins?: true }> = {
  entry: { path: '/editor/entries/' },
  person: { path: '/editor/people/' },
  file: { path: '/editor/media/' },
  case: { path: '/editor/cases/' },
  payments: { path: '/editor/payments/' },
  'people-import': { path: '/editor/people/import/' },
  staff: { path: '/admin/staff/', isForAdmins: true },
  body: { path: '/admin/bodies/', isForAdmins: true },
  rulebook: { path: '/admin/rulebooks/', isForAdmins: true },
  letter: { path: '/admin/letters/', isForAdmins: true },
  mail: { path: '/admin/mail/', isForAdmins: true },
}

/** Undefined if there is no page about it, or none that this person may open. */
export function subjectAddress(subject: string, isAdmin: boolean): string | undefined {
  const [kind = '', id = ''] = subject.split(/:(.*)/s)
  const page = Object.hasOwn(pages, kind) ? pages[kind] : undefined
  if (!page || id === '' || id === 'unknown' || (page.isForAdmins && !isAdmin)) return undefined
  return page.path + encodeURIComponent(id)
}
