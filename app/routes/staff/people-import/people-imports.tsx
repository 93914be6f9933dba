import { redirect } from 'react-router'
import { beginImport } from '#features/people/import/operations.server.ts'
import { listImports } from '#features/people/import/queries.server.ts'
import { stateLabels } from '#features/people/import/workflow.ts'
import { pageQuery } from '#server/input/list-query.ts'
import { limits } from '#server/tables/bad-table.ts'
import { readUpload } from '#server/files/upload.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { refuse } from '#routes/request/answers.server.ts'
import { listPage } from '#routes/request/list-page.server.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { formatNumber } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/people-imports.ts'

const route = 'routes/staff/people-import/people-imports'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  return listPage(args.url, pageQuery, ({ page }) => listImports(db, page))
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request } = args
  const upload = await readUpload(request, ['sheet'], limits.bytes)
  if (!upload.ok) return refuse(400, { file: upload.sentence })
  const sheet = (upload.typed['sheet'] ?? '').trim().slice(0, 100)
  const outcome = await beginImport(db, actor, { name: upload.name, bytes: upload.bytes, sheet }, now)
  if (!outcome.ok) return refuse(400, { file: outcome.sentence }, { sheet })
  return redirect(`/editor/people/import/${outcome.id}`)
}

export default function PeopleImports({ loaderData, actionData }: Route.ComponentProps) {
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <>
      <StaffTitle
        title="Import people"
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/people', label: 'People' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <p>
        Upload a CSV file or Excel workbook (.xlsx) with headings in the first row and one person per row. You
        match the columns and see a preview before anything changes. You can undo an import for 30 days.
      </p>
      <form method="post" encType="multipart/form-data" noValidate>
        <Field
          name="file"
          label="File"
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          hint="Up to 20 MB and 100,000 rows."
          error={errors['file']}
        />
        <Field
          name="sheet"
          label="Sheet"
          hint="The name of the sheet, if it is not the first one in the workbook."
          optional
          maxLength={100}
          defaultValue={actionData?.typed['sheet']}
        />
        <Button>Upload</Button>
      </form>
      {loaderData.total > 0 && (
        <section>
          <h2>Previous imports</h2>
          <StaffList
            path="/editor/people/import"
            list={loaderData}
            rows={loaderData.imports}
            caption="Previous imports"
            one="import"
            many="imports"
            empty={null}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'file',
                label: 'File',
                heads: true,
                cell: ({ id, fileName }) => (
                  <a href={`/editor/people/import/${id}`}>{fileName || 'unnamed'}</a>
                ),
              },
              { key: 'state', label: 'Status', cell: ({ state }) => stateLabels[state] },
              { key: 'rows', label: 'Rows', cell: ({ rowCount }) => formatNumber(rowCount) },
              { key: 'by', label: 'By', cell: ({ by }) => by ?? 'a former member of staff' },
              {
                key: 'when',
                label: 'Uploaded',
                cell: ({ createdAt }) => <Moment at={new Date(createdAt)} />,
              },
            ]}
          />
        </section>
      )}
    </>
  )
}
