import { data } from 'react-router'
import { releaseForm } from '#features/casework/casework-form.ts'
import { previewReleases, releaseDecisions } from '#features/casework/releasing/releases.server.ts'
import { givenToStaff, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { readChosen } from '#server/input/form.server.ts'

/** The first click shows every email; the second releases what was read. */
export async function releaseSeveral(args: RouteArgs, list: string) {
  const { db, config, actor, now } = givenToStaff(args)
  const form = await readChosen(args.request, releaseForm)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { chosen, confirmed } = form.answers
  const lines = chosen.map((line) => {
    const [reference = '', shownHash = ''] = line.split('_')
    return { reference, shownHash }
  })
  if (confirmed === undefined) {
    const references = lines.map(({ reference }) => reference)
    return data({ releases: await previewReleases(db, actor, config.origin, references, now) })
  }
  const outcome = await releaseDecisions(db, actor, config.origin, lines, now)
  if (outcome.left.length > 0) return data({ outcome }, { status: 409 })
  return redirectWithFlash(args, list, { key: 'decisions-released', moved: outcome.moved })
}
