import { data } from 'react-router'
import { officeTimeInWords } from '#office-time.ts'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import { compareVersions } from '#features/content/text/compare.ts'
import { findFileNames } from '#features/content/reading/file-names.server.ts'
import { compareQuery, restoreForm } from '#features/content/entry/form.ts'
import { restoreVersion } from '#features/content/entry/operations.server.ts'
import { findText, listSnapshots, type SnapshotLine } from '#features/content/entry/snapshots.server.ts'
import {
  findForStaff,
  listVersionNames,
  listVersions,
  type VersionName,
} from '#features/content/reading/staff-queries.server.ts'
import { restoreSnapshot } from '#features/content/entry/working-copies.server.ts'
import { SideBySide } from '#features/content/writing/side-by-side.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { toAuditLine } from '#routes/staff/audit/audit-line.server.ts'
import { AuditList } from '#routes/staff/audit/audit-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { Button } from '#ui/form/button.tsx'
import { CountLine } from '#ui/list/count-line.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { Pagination } from '#ui/list/pagination.tsx'
import { noSuchPage } from './not-there.ts'
import type { Route } from './+types/entry-versions.ts'
import styles from './entry-versions.module.css'

const route = 'routes/staff/content/entry-versions'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor } = begin(args, route)
  const { params, url } = args
  const read = readQuery(url.searchParams, compareQuery)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const entry = await findForStaff(db, params.id)
  if (!entry) throw noSuchPage()
  const { kind, title, head_version, live_version } = entry
  const to = read.query.to ?? head_version
  const from = read.query.from ?? (typeof to === 'number' ? Math.max(1, to - 1) : head_version)
  const [before, after] = [await findText(db, params.id, from), await findText(db, params.id, to)]
  if (!before || !after) throw data({ sentence: 'This version does not exist.' }, { status: 404 })
  const history = await listHistoryOf(db, actor, `entry:${params.id}`, 1)
  return {
    ...{ id: params.id, title, head_version, live_version, from, to, page: read.query.page },
    ...(await listVersions(db, params.id, read.query.page)),
    names: await listVersionNames(db, params.id),
    snapshots: await listSnapshots(db, params.id),
    differences: compareVersions(kind, before, after, await findFileNames(db, kind, [before, after])),
    history: history.entries.map(toAuditLine),
  }
}

/** Makes an older version the newest one again, or a snapshot the working copy. */
export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request, params } = args
  const form = unlessWrong(await readForm(request, restoreForm))
  const requested = { id: params.id, ...form }
  const isSnapshot = 'snapshot' in requested
  const outcome = isSnapshot
    ? await restoreSnapshot(db, actor, requested, now)
    : await restoreVersion(db, actor, requested, now)
  if (!outcome.ok) return refuse(409, { versions: refusals[outcome.reason] })
  return redirectWithFlash(
    args,
    `/editor/entries/${params.id}`,
    isSnapshot ? { key: 'snapshot-restored' } : { key: 'version-restored', ...requested },
  )
}

const refusals = {
  'not-found': 'This version does not exist.',
  'not-open': 'To restore a version, return the entry to draft or restore the entry first.',
  conflict: 'Someone saved a newer version. Check it, then try again.',
}

export default function EntryVersions({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, versions, total, pageSize, pages, page, head_version, live_version } = loaderData
  const path = `/editor/entries/${id}/versions`
  return (
    <>
      <StaffTitle title={`Versions of ${title}`} back={{ href: `/editor/entries/${id}`, label: title }} />
      <ErrorSummary errors={actionData?.errors} />
      <Comparison {...loaderData} />
      <h2 id="versions">All versions</h2>
      <CountLine page={page} pageSize={pageSize} total={total} one="version" many="versions" />
      <DataTable
        caption="Versions"
        captionHidden
        rows={versions}
        rowKey={({ number }) => String(number)}
        columns={[
          {
            key: 'number',
            label: 'Version',
            heads: true,
            cell: ({ number }) => (
              <>
                {number}
                {number === live_version && ' (published)'}
              </>
            ),
          },
          { key: 'title', label: 'Title', cell: (version) => version.title },
          {
            key: 'saved',
            label: 'Saved',
            cell: ({ savedAt, savedBy }) => (
              <span>
                <Moment at={new Date(savedAt)} />
                {savedBy && `, ${savedBy}`}
              </span>
            ),
          },
          { key: 'note', label: 'Note', cell: ({ note }) => note },
          {
            key: 'restore',
            label: 'Restore',
            cell: ({ number }) =>
              number !== head_version && (
                <RestoreForm
                  id={id}
                  fields={{ base: head_version, number }}
                  label={`Restore version ${number}`}
                />
              ),
          },
        ]}
      />
      <Pagination page={page} pages={pages} hrefFor={(page) => listHref(path, { page })} />
      <Snapshots {...loaderData} />
      <h2>History</h2>
      <AuditList entries={loaderData.history} level={3} />
    </>
  )
}

/** What people typed and did not save, before something else replaced it. */
function Snapshots({ id, snapshots, head_version }: Route.ComponentProps['loaderData']) {
  if (snapshots.length === 0) return null
  return (
    <>
      <h2 id="snapshots">Unsaved text</h2>
      <p>
        While someone writes, we store copies of the text here: the last 50 copies per person, for 90 days.
        Restoring a copy opens it in your editor without saving or publishing it.
      </p>
      <DataTable
        caption="Unsaved text"
        captionHidden
        rows={snapshots}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'typed',
            label: 'Typed',
            heads: true,
            cell: ({ typedAt }) => <Moment at={new Date(typedAt)} />,
          },
          { key: 'by', label: 'By', cell: ({ by }) => by },
          {
            key: 'compare',
            label: 'Compare',
            cell: (snapshot) => (
              <a
                href={listHref(`/editor/entries/${id}/versions`, { from: head_version, to: snapshot.id })}
                aria-label={`Compare version ${head_version} with what ${snapshotName(snapshot)}`}
              >
                Compare
              </a>
            ),
          },
          {
            key: 'restore',
            label: 'Restore',
            cell: (snapshot) => (
              <RestoreForm
                id={id}
                fields={{ snapshot: snapshot.id }}
                label={`Restore what ${snapshotName(snapshot)}`}
              />
            ),
          },
        ]}
      />
    </>
  )
}

function snapshotName({ by, typedAt }: SnapshotLine) {
  return `${by} typed, ${officeTimeInWords(typedAt)}`
}

type Named = { names: VersionName[]; snapshots: SnapshotLine[] }

/** A version or a snapshot with its author and time, as people tell them apart. */
function nameOf(which: number | string, { names, snapshots }: Named) {
  const snapshot = snapshots.find(({ id }) => id === which)
  if (snapshot) return `${snapshot.by}, unsaved text, ${officeTimeInWords(snapshot.typedAt)}`
  const version = names.find(({ number }) => number === which)
  if (!version) return `Version ${which}`
  return [`Version ${which}`, version.savedBy, officeTimeInWords(version.savedAt)].filter(Boolean).join(', ')
}

function Comparison({ from, to, differences, ...named }: Route.ComponentProps['loaderData']) {
  const all = [...named.names.map(({ number }) => number), ...named.snapshots.map(({ id }) => id)]
  if (all.length < 2) return null
  const choices = all.map((which) => ({ value: String(which), label: nameOf(which, named) }))
  return (
    <section className={styles.compare}>
      <h2>Compare</h2>
      <FilterForm label="Compare two versions">
        <SelectField name="from" label="Before" defaultValue={String(from)} choices={choices} />
        <SelectField name="to" label="After" defaultValue={String(to)} choices={choices} />
        <Button look="secondary">Compare</Button>
      </FilterForm>
      {differences.length === 0 && <p>Both versions are the same.</p>}
      {differences.map(({ name, label, before, after }) => (
        <SideBySide
          key={name}
          label={label}
          left={{ title: nameOf(from, named), pieces: before }}
          right={{ title: nameOf(to, named), pieces: after }}
        />
      ))}
    </section>
  )
}

function RestoreForm({
  id,
  fields,
  label,
}: {
  id: string
  fields: Record<string, string | number>
  label: string
}) {
  return (
    <form method="post" action={`/editor/entries/${id}/versions`}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button look="quiet" aria-label={label}>
        Restore
      </Button>
    </form>
  )
}
