import { saveTemplate } from '#features/content/entry/templates.server.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { actorFor } from '#test/makers/staff.ts'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { makeCaller } from '#test/harness/visitors.ts'
import type { Act } from './act.ts'

/** What editors do with entries: each action has its own entry. */
export async function contentAffairs(testSite: TestSite): Promise<Act[]> {
  const by = await makeCaller(testSite, { role: 'editor' })
  const { db } = testSite.site
  const actor = actorFor({ id: by.id, role: 'editor' })
  const draft = (title: string) => makeDraft(db, actor, autumn, { ...lampData, title })
  const [saved, autosaved, moved, placed, restored, shared, listed] = await Promise.all(
    ['Saved', 'Kept', 'Moved', 'Placed', 'Restored', 'Shared', 'Listed'].map((title) => draft(title)),
  )
  const template = await saveTemplate(db, actor, placed?.id ?? '', autumn)
  const data = JSON.stringify({ ...lampData, summary: 'For all to see.' })
  const page = 'routes/staff/content/entry-page'
  const at = (draft: { id: string } | undefined, more = '') => `/editor/entries/${draft?.id}${more}`
  return [
    {
      name: 'begin an entry',
      route: 'routes/staff/content/begin-entry',
      path: '/editor/content/award/new',
      by,
      form: { title: 'A new lamp' },
    },
    {
      name: 'save an entry',
      route: 'routes/staff/content/save-entry',
      path: at(saved, '/save'),
      by,
      form: { base: '2', data, seen: 'none', revision: 'a', page: 'one', conflicts: '' },
      status: 200,
    },
    {
      name: 'store what is typed',
      route: 'routes/staff/content/working-copy',
      path: at(autosaved, '/working-copy'),
      by,
      form: {
        ...{ do: 'store', base: '2', data, seen: 'none', revision: 'a', page: 'one' },
        ...{ conflicts: '', settled: '' },
      },
      status: 200,
    },
    {
      name: 'move an entry',
      route: page,
      path: at(moved, '?do=move'),
      by,
      form: { move: 'submit', version: '2' },
    },
    {
      name: 'place an entry',
      route: page,
      path: at(placed, '?do=place'),
      by,
      form: { slug: 'well-placed', position: '4', until: '' },
    },
    {
      name: 'restore a version',
      route: 'routes/staff/content/entry-versions',
      path: at(restored, '/versions'),
      by,
      form: { base: '2', number: '1' },
    },
    {
      name: 'share a preview',
      route: 'routes/staff/content/share-preview',
      path: at(shared, '/share'),
      by,
      form: { act: 'make' },
      status: 200,
    },
    {
      name: 'rename a template',
      route: 'routes/staff/content/entry-templates',
      path: '/editor/content/award/templates?do=rename',
      by,
      form: { template: template.ok ? template.id : '', name: 'Lamps' },
    },
    {
      name: 'move several entries',
      route: 'routes/staff/content/entry-list',
      path: '/editor/content/award?move=bin',
      by,
      form: { [`row-${listed?.id}_2`]: 'on' },
    },
  ]
}
