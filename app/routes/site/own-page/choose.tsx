import { redirect } from 'react-router'
import { readOwnToken, sessionCookie, setOwnToken } from '#routes/request/own-page-cookies.server.ts'
import { choiceForm } from '#features/own-pages/form.ts'
import { choosePage, findChoice } from '#features/own-pages/sessions.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { redirectWith, refuse } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { ChoicesField } from '#ui/form/field.tsx'
import { ownHeaders } from './own-session.server.ts'
import { ownPath, signInPath } from './paths.ts'
import type { Route } from './+types/choose.ts'

/** One email address opens several own pages: the person who entered the code chooses one. */

const route = 'routes/site/own-page/choose'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, client, now } = begin(args, route)
  const choice = await findChoice(db, readOwnToken(client.cookie, sessionCookie, config.origin), now)
  if (!choice || choice.pages.length === 0) throw redirect(signInPath)
  const pages = choice.pages.map(({ key, name, memberNo, helperId }) => ({
    ...{ key, name, memberNo, isHelped: helperId !== null },
  }))
  return { email: choice.email, pages }
}

export function headers() {
  return ownHeaders
}

export async function action(args: Route.ActionArgs) {
  const { db, config, client, now } = begin(args, route)
  const token = readOwnToken(client.cookie, sessionCookie, config.origin)
  if (!(await findChoice(db, token, now))) throw redirect(signInPath)
  const form = await readForm(args.request, choiceForm)
  if (!form.ok) return refuse(400, { ...form.errors, person: form.errors['person'] ?? 'Choose a name.' })
  const chosen = await choosePage(db, { token, key: form.answers.person }, client.address, now)
  if (chosen.ok) return redirectWith(ownPath, [setOwnToken(sessionCookie, chosen.token, config.origin)])
  if (chosen.reason === 'over') throw redirect(signInPath)
  return refuse(400, { person: 'Choose one of these names.' })
}

export default function Choose({ loaderData: { email, pages }, actionData }: Route.ComponentProps) {
  const errors: Record<string, string> | undefined = actionData?.errors
  const isHelper = pages.some((page) => page.isHelped)
  return (
    <SitePage
      column
      hidden
      title={isHelper ? 'Choose a page' : 'Choose your name'}
      description="Your address opens several pages."
      trail={[{ label: 'Sign in to My page', href: signInPath }]}
      hasErrors={errors !== undefined}
    >
      <ErrorSummary errors={errors} />
      <form method="post" noValidate>
        <ChoicesField
          name="person"
          label={isHelper ? 'Whose page do you want to open?' : 'Who are you?'}
          hint={isHelper ? undefined : `Several people in the register share ${email}.`}
          choices={pages.map(({ key, name, memberNo, isHelped }) => ({
            value: key,
            label: `${name}, ${memberNo}${isHelped ? ' (you are the helper)' : ''}`,
          }))}
          error={errors?.['person']}
        />
        <Button>Continue</Button>
      </form>
    </SitePage>
  )
}
