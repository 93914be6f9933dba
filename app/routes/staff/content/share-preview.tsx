import { data } from 'react-router'
import { z } from 'zod'
import {
  countPreviewLinks,
  endPreviewLinks,
  makePreviewLink,
} from '#features/content/reading/previews.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { unlessWrong } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { noSuchPage } from './not-there.ts'
import type { Route } from './+types/share-preview.ts'

const route = 'routes/staff/content/share-preview'
const shareForm = z.strictObject({ act: z.enum(['make', 'end']) })

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, route)
  const { params } = args
  const entry = await findForStaff(db, params.id)
  if (!entry) throw noSuchPage()
  const open = await countPreviewLinks(db, params.id, now)
  return { id: params.id, title: entry.title, open }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, actor, now } = begin(args, route)
  const { request, params } = args
  const { act } = unlessWrong(await readForm(request, shareForm))
  if (act === 'end') {
    const ended = await endPreviewLinks(db, actor, params.id, now)
    if (!ended.ok) throw noSuchPage()
    return { ended: true as const }
  }
  const made = await makePreviewLink(db, actor, params.id, now)
  if (!made.ok) throw noSuchPage()
  const link = `${config.origin}/draft/${made.token}`
  return data({ link, expiresAt: made.expiresAt }, { headers: { 'cache-control': 'no-store' } })
}

export default function SharePreview({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, open } = loaderData
  const made = actionData && 'link' in actionData ? actionData : undefined
  return (
    <>
      <StaffTitle
        title={`Share a preview of ${title}`}
        back={{ href: `/editor/entries/${id}`, label: title }}
      />
      <p>
        Anyone with the link can see the latest saved version as it would look when published. The link
        expires after a week.
      </p>
      {made && (
        <Notice kind="success" title="Copy this link now. We show it only once.">
          <Field name="link" label="Link" width="full" readOnly value={made.link} />
          <p>
            It expires on <Moment at={new Date(made.expiresAt)} />.
          </p>
        </Notice>
      )}
      {actionData && 'ended' in actionData && (
        <Notice kind="success">
          <p>Preview links revoked.</p>
        </Notice>
      )}
      <form method="post">
        <Button name="act" value="make">
          Create a link
        </Button>
      </form>
      {open > 0 && (
        <form method="post">
          <p>
            {open === 1 ? 'One link is' : `${open} links are`} active.{' '}
            <Button look="quiet" name="act" value="end">
              Revoke {open === 1 ? 'it' : 'them'}
            </Button>
          </p>
        </form>
      )}
    </>
  )
}
