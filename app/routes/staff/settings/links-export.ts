import { kindNames } from '#features/content/kinds/kinds.ts'
import { listBrokenLinks, type BrokenLink } from '#features/content/addresses/links.server.ts'
import { linkListQuery } from '#features/content/addresses/redirect-form.ts'
import {
  countRedirects,
  eachRedirect,
  type Redirect,
} from '#features/content/addresses/redirect-operations.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { listBrokenInMenu } from './broken-in-menu.server.ts'
import { begin, type RequestContext } from '#routes/request/begin.server.ts'
import { exportRoute, listFile } from '#routes/request/export-route.server.ts'
import type { Route } from './+types/links-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** The broken links of pages, or the former addresses. */
export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/settings/links-export')
  return exportRoute(args, started, {
    list: 'links',
    query: linkListQuery,
    read: async ({ of }) => ({
      ...(of === 'redirects' ? await redirectFile(started) : await brokenFile(started)),
      filter: { of },
    }),
  })
}

async function redirectFile({ db }: RequestContext) {
  return { count: await countRedirects(db), file: listFile('redirects', redirectColumns, eachRedirect(db)) }
}

async function brokenFile({ db, config }: RequestContext) {
  const { links } = await listBrokenLinks(db, config.origin, maxBroken)
  const rows = [...(await listBrokenInMenu(db)).map(inMenu), ...links.map(inEntry)]
  return { count: rows.length, file: listFile('broken-links', brokenColumns, rows) }
}

const maxBroken = 100_000

interface Broken {
  on: string
  kind: string
  says: string | undefined
  leadsTo: string
  editor: string
}

function inMenu({ label, href }: { label: string; href: string }): Broken {
  return { on: 'The menu', kind: 'menu', says: label, leadsTo: href, editor: '/admin/menu' }
}

function inEntry({ title, kind, words, leadsTo, target, entryId }: BrokenLink): Broken {
  return {
    ...{ on: title, kind: kindNames[kind].one, says: words, editor: `/editor/entries/${entryId}` },
    leadsTo: leadsTo === 'file' ? 'a deleted file' : target,
  }
}

const brokenColumns: TableColumn<Broken>[] = [
  { key: 'on', label: 'Page', value: ({ on }) => on },
  { key: 'kind', label: 'Kind', value: ({ kind }) => kind },
  { key: 'says', label: 'Link text', value: ({ says }) => says },
  { key: 'leadsTo', label: 'Target', value: ({ leadsTo }) => leadsTo },
  { key: 'editor', label: 'Editing page', value: ({ editor }) => editor },
]

const redirectColumns: TableColumn<Redirect>[] = [
  { key: 'from', label: 'Old address', value: ({ from }) => from },
  { key: 'to', label: 'Target', value: ({ to }) => to },
  { key: 'hasPage', label: 'Page exists', value: ({ isDead }) => !isDead },
  { key: 'since', label: 'Since', value: ({ since }) => new Date(since) },
]
