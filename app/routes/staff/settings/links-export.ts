import { kindNames } from '#features/content/kinds/fields.ts'
import { listBrokenLinks, type BrokenLink } from '#features/content/addresses/links.server.ts'
import { linkListQuery } from '#features/content/addresses/redirect-form.ts'
import {
  countRedirects,
  eachRedirect,
  type Redirect,
} from '#features/content/addresses/redirect-operations.server.ts'
import { noteExport } from '#features/exports/operations.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { listBrokenInMenu } from './broken-in-menu.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { answerTable, readOpenExport, sentenceAnswer } from '#routes/staff/shared/table-answer.server.ts'
import type { Route } from './+types/links-export.ts'

export { onlyPosted as loader } from '#routes/staff/shared/answers.server.ts'

/** The links of pages that lead nowhere, or the addresses that were given up. */
export async function action(args: Route.ActionArgs) {
  const { db, config, actor, now } = begin(args, 'routes/staff/settings/links-export')
  const { request, url } = args
  const requested = readQuery(url.searchParams, linkListQuery)
  if (!requested.ok) return sentenceAnswer(requested.error)
  const answers = await readOpenExport(request)
  if (answers instanceof Response) return answers
  const { of } = requested.query
  const note = (count: number) => noteExport(db, actor, 'links', answers, { count, filter: { of } }, now)
  if (of === 'redirects') {
    await note(await countRedirects(db))
    return answerTable(answers.format, 'redirects', redirectColumns, eachRedirect(db), now)
  }
  const { links } = await listBrokenLinks(db, config.origin, mostBroken)
  const rows = [...(await listBrokenInMenu(db)).map(inMenu), ...links.map(inEntry)]
  await note(rows.length)
  return answerTable(answers.format, 'broken-links', brokenColumns, rows, now)
}

const mostBroken = 100_000

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
