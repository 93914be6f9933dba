import { data } from 'react-router'
import { removePicture } from '#features/people/pictures.server.ts'
import { givenToStaff, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { readButton } from '#server/input/form.server.ts'

const refusals = {
  'in-use': 'This photograph is also used elsewhere. Open it to see where, and remove it from there first.',
  'for-administrators': 'Visitors see this photograph. Only someone who may publish can delete it.',
}

export async function deletePhotograph(args: RouteArgs, id: string) {
  const { db, actor, now } = givenToStaff(args)
  unlessWrong(await readButton(args.request))
  const outcome = await removePicture(db, actor, id, now)
  if (outcome.ok)
    return redirectWithFlash(args, `/editor/people/${id}`, { key: 'file-deleted', id: outcome.file })
  if (outcome.reason === 'not-found')
    throw data({ sentence: 'This person has no photograph.' }, { status: 404 })
  return refuse(outcome.reason === 'in-use' ? 409 : 403, { photograph: refusals[outcome.reason] })
}
