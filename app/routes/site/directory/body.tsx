import { data, redirect } from 'react-router'
import { bodyAddress, bodyKinds, councilSlug } from '#features/bodies/body.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { BodyMembers } from './body-members.tsx'
import { readShownBody } from './shown-body.server.ts'
import type { Route } from './+types/body.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/directory/body')
  const { slug } = args.params
  if (slug === councilSlug) throw redirect(bodyAddress(slug) + args.url.search)
  const shown = await readShownBody(db, slug, args.url, now)
  if (!shown) throw data({ sentence: 'There is no body of the Academy at this address.' }, { status: 404 })
  return { shown, path: bodyAddress(slug) }
}

const trail = [{ label: 'Executive Council', href: '/iaps/executive-council' }]

export default function BodyPublicPage({ loaderData: { shown, path } }: Route.ComponentProps) {
  const lead = shown.purpose ?? `${bodyKinds[shown.kind]} of the Academy.`
  return (
    <SitePage title={shown.name} lead={lead} hidden={!shown.isToday} trail={trail}>
      <BodyMembers shown={shown} path={path} />
    </SitePage>
  )
}
