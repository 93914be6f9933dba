import { data, Form } from 'react-router'
import { kindNames } from '#features/content/kinds/kinds.ts'
import { listBrokenLinks } from '#features/content/addresses/links.server.ts'
import { addRedirectForm, linksQuery, removeRedirectForm } from '#features/content/addresses/redirect-form.ts'
import {
  addRedirect,
  listRedirects,
  removeRedirect,
  type AddRedirectRefusal,
} from '#features/content/addresses/redirect-operations.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { mayAct } from '#routes/request/policy.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { CountLine } from '#ui/list/count-line.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { changedSince, refuse, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { listBrokenInMenu } from './broken-in-menu.server.ts'
import { ExportForm } from '#routes/staff/shared/export-form.tsx'
import { accessRolesOf } from '#routes/request/guard.server.ts'
import { listPage } from '#routes/request/list-page.server.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { PageField } from '#routes/staff/shared/page-field.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { countOf } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/links-page.ts'

const route = 'routes/staff/settings/links-page'
const path = '/editor/links'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session } = begin(args, route)
  return {
    ...(await listPage(args.url, linksQuery, ({ page }) => listRedirects(db, page))),
    broken: await listBrokenLinks(db, config.origin),
    menu: await listBrokenInMenu(db),
    mayChange: mayAct(route, accessRolesOf(session)),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request, url } = args
  switch (url.searchParams.get('do')) {
    case 'add': {
      const form = await readForm(request, addRedirectForm)
      if (!form.ok) return refuse(400, form.errors, form.typed)
      const outcome = await addRedirect(db, actor, form.answers, now)
      if (outcome.ok)
        return redirectWithFlash(args, `${path}#redirects`, {
          key: 'redirect-added',
          from: form.answers.from,
          shownHash: outcome.shownHash,
        })
      const field = outcome.reason === 'leads-nowhere' ? 'to' : 'from'
      return refuse(409, { [field]: refusals[outcome.reason] }, form.typed)
    }
    case 'remove': {
      const redirect = unlessWrong(await readForm(request, removeRedirectForm))
      const { from } = redirect
      const removed = await removeRedirect(db, actor, redirect, now)
      if (!removed.ok && removed.reason === 'conflict') return refuse(409, { redirects: changedSince })
      const to = removed.ok ? { to: removed.to } : {}
      return redirectWithFlash(args, `${path}#redirects`, { key: 'redirect-deleted', from, ...to })
    }
    default:
      throw data({ sentence: unreadableForm }, { status: 400 })
  }
}

const refusals: Record<AddRedirectRefusal, string> = {
  reserved: 'This address is reserved. Choose another.',
  'in-use': 'A page already has this address. Choose an address without a page.',
  taken: 'There is already a redirect from this address. Delete that one first.',
  'leads-nowhere': 'There is no page at the target address. Enter the title or address of an existing page.',
  same: 'An address cannot redirect to itself.',
}

export default function LinksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { mayChange } = loaderData
  return (
    <>
      <StaffTitle title="Links" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <BrokenLinks {...loaderData} />
      <Redirects loaded={loaderData} />
      {/* The form is empty again once its redirect is in the list. */}
      {mayChange && (
        <AddForm key={loaderData.total} errors={actionData?.errors ?? {}} typed={actionData?.typed ?? {}} />
      )}
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function BrokenLinks({ broken, menu }: Pick<Loaded, 'broken' | 'menu'>) {
  const rows = [
    ...menu.map(({ label, href }) => ({
      key: `menu ${href}`,
      title: 'The menu',
      editor: '/admin/menu',
      kind: 'menu',
      words: label,
      target: href,
    })),
    ...broken.links.map((link) => ({
      key: `${link.entryId} ${link.target}`,
      title: link.title,
      editor: `/editor/entries/${link.entryId}`,
      kind: kindNames[link.kind].one,
      words: link.words ?? '',
      target: link.leadsTo === 'file' ? 'a deleted file' : link.target,
    })),
  ]
  return (
    <section aria-labelledby="broken">
      <h2 id="broken">Broken links</h2>
      {rows.length === 0 ? (
        <EmptyState title="No broken links">
          <p>When you unpublish a page, links to it appear here so that you can correct them.</p>
        </EmptyState>
      ) : (
        <>
          <CountLine
            page={1}
            pageSize={rows.length}
            total={broken.total + menu.length}
            one="link"
            many="links"
          />
          <DataTable
            caption="Broken links"
            captionHidden
            rows={rows}
            rowKey={(row) => row.key}
            columns={[
              {
                key: 'title',
                label: 'Page',
                cell: (row) => <a href={row.editor}>{row.title}</a>,
                heads: true,
              },
              { key: 'kind', label: 'Kind', cell: (row) => row.kind },
              { key: 'words', label: 'Link text', cell: (row) => row.words && `“${row.words}”` },
              { key: 'target', label: 'Target', cell: (row) => row.target },
            ]}
          />
          <ExportBroken total={broken.total + menu.length} />
        </>
      )}
    </section>
  )
}

function Redirects({ loaded }: { loaded: Loaded }) {
  const { redirects, mayChange } = loaded
  return (
    <section aria-labelledby="redirects">
      <h2 id="redirects">Redirects</h2>
      <StaffList
        path={path}
        list={loaded}
        rows={redirects}
        caption="Redirects"
        one="address"
        many="addresses"
        rowKey={(row) => row.from}
        columns={mayChange ? [...redirectColumns, removeColumn] : redirectColumns}
        empty={
          <EmptyState title="No redirects yet">
            <p>
              When you change the address of a published page, we add a redirect from the old address here.
            </p>
          </EmptyState>
        }
        exported={{ right: 'yes', query: { of: 'redirects' }, name: 'redirects', asksReason: false }}
      />
    </section>
  )
}

const redirectColumns: Column<Loaded['redirects'][number]>[] = [
  { key: 'from', label: 'Old address', cell: (row) => row.from, heads: true },
  {
    key: 'to',
    label: 'Target',
    cell: (row) => (row.isDead ? `${row.to} (no page there)` : <a href={row.to}>{row.to}</a>),
  },
  { key: 'since', label: 'Since', cell: (row) => <Moment at={new Date(row.since)} /> },
]

function ExportBroken({ total }: { total: number }) {
  return (
    <ExportForm
      action={`${path}/export`}
      query={{ of: 'broken' }}
      what={countOf(total, 'link')}
      right="yes"
      back={path}
      name="broken"
      asksReason={false}
    />
  )
}

const removeColumn = {
  key: 'remove',
  label: 'Delete',
  cell: ({ from }: { from: string }) => (
    <Form method="post" action={`${path}?do=remove`}>
      <input type="hidden" name="from" value={from} />
      <Button look="quiet" aria-label={`Delete ${from}`}>
        {' '}
        Delete{' '}
      </Button>
    </Form>
  ),
}

function AddForm({ errors, typed }: { errors: Record<string, string>; typed: Record<string, string> }) {
  return (
    <section aria-labelledby="add">
      <h2 id="add">Add a redirect</h2>
      <p>Use this for addresses of a former website that others still link to.</p>
      <Form method="post" action={`${path}?do=add`} noValidate>
        <Field
          name="from"
          label="Old address"
          hint="Such as /old-page.html. No page may have this address."
          defaultValue={typed['from']}
          error={errors['from']}
        />
        <PageField
          name="to"
          label="Target page"
          hint="Its title, or its address such as /iaps/constitution"
          defaultValue={typed['to']}
          error={errors['to']}
        />
        <Button>Add redirect</Button>
      </Form>
    </section>
  )
}
