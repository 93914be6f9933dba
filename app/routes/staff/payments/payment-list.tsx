import { redirect } from 'react-router'
import { importStatement } from '#features/payments/operations.server.ts'
import { listStatements } from '#features/payments/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { refuse } from '#routes/request/answers.server.ts'
import { listPage } from '#routes/request/list-page.server.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readUpload } from '#server/files/upload.server.ts'
import { pageQuery } from '#server/input/list-query.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { formatNumber } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/payment-list.ts'

const route = 'routes/staff/payments/payment-list'
const maxBytes = 5 * 1024 * 1024

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  return listPage(args.url, pageQuery, ({ page }) => listStatements(db, page))
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request } = args
  const upload = await readUpload(request, [], maxBytes)
  if (!upload.ok) return refuse(400, { file: upload.sentence })
  const { name, bytes } = upload
  const outcome = await importStatement(db, actor, { name, bytes }, now)
  if (!outcome.ok) return refuse(400, { file: outcome.sentence })
  return redirect(`/editor/payments/${outcome.id}`)
}

export default function PaymentList({ loaderData, actionData }: Route.ComponentProps) {
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <>
      <StaffTitle title="Payments" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <p>
        Upload a bank statement as a CSV file or Excel workbook (.xlsx). We suggest which payment belongs to
        which <a href="/editor/cases?process=membership&state=payment_check">application</a>, and you confirm.
      </p>
      <form method="post" encType="multipart/form-data" noValidate>
        <Field
          name="file"
          label="Statement"
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          hint="Up to 5 MB and 5,000 lines. We recognise lines you uploaded before."
          error={errors['file']}
        />
        <Button>Upload</Button>
      </form>
      <section>
        <h2>Previous statements</h2>
        <StaffList
          path="/editor/payments"
          list={loaderData}
          rows={loaderData.statements}
          caption="Previous statements"
          one="statement"
          many="statements"
          empty={
            <EmptyState title="No statements yet">
              <p>Download a statement from your bank and upload it above.</p>
            </EmptyState>
          }
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'file',
              label: 'File',
              heads: true,
              cell: ({ id, fileName }) => <a href={`/editor/payments/${id}`}>{fileName || 'unnamed'}</a>,
            },
            { key: 'lines', label: 'Lines', cell: ({ lines }) => formatNumber(lines) },
            {
              key: 'matched',
              label: 'Matched',
              cell: ({ matched, isMapped }) => (isMapped ? formatNumber(matched) : 'columns not matched yet'),
            },
            { key: 'by', label: 'By', cell: ({ by }) => by ?? 'a former member of staff' },
            {
              key: 'when',
              label: 'Uploaded',
              cell: ({ createdAt }) => <Moment at={new Date(createdAt)} />,
            },
          ]}
        />
      </section>
    </>
  )
}
