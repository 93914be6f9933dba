import { Form, redirect } from 'react-router'
import { removeSamples } from '#features/samples/operations.server.ts'
import { countSamples } from '#features/samples/queries.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { unlessWrong } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/samples.ts'

const route = 'routes/staff/settings/samples'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  return { samples: await countSamples(db) }
}

export async function action(args: Route.ActionArgs) {
  const { db, files, actor, now } = begin(args, route)
  const { request } = args
  unlessWrong(await readButton(request))
  await removeSamples(db, files, actor, now)
  return redirect('/admin/samples')
}

export default function Samples({ loaderData: { samples } }: Route.ComponentProps) {
  const total = samples.entries + samples.people + samples.files
  return (
    <>
      <StaffTitle title="Sample content" />
      {total === 0 ? (
        <Notice>
          <p>There is no sample content.</p>
        </Notice>
      ) : (
        <>
          <p>Invented entries that show how the pages look. Visitors see them marked “Sample”.</p>
          <Facts
            facts={[
              { label: 'Entries', value: samples.entries },
              { label: 'People in the register', value: samples.people },
              { label: 'Pictures and files', value: samples.files },
            ]}
          />
          <Form method="post">
            <Button>Delete all {total} samples</Button>
          </Form>
          <p>You cannot undo this. Real content, the settings and everything staff wrote stay.</p>
        </>
      )}
    </>
  )
}
