import { data, Form } from 'react-router'
import { sizeText } from '#features/media/size-text.ts'
import { importForm } from '#features/site-copy/form.ts'
import { listObstacles, type Obstacle } from '#features/site-copy/empty.server.ts'
import { discardSiteImport, startSiteImport } from '#features/site-copy/imports.server.ts'
import { findSiteImport, type SiteImportRecord } from '#features/site-copy/queries.server.ts'
import { readButton, readConfirmable } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { obstacleWords } from '#routes/request/obstacle-words.ts'
import { redirectWith, refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { confirmHere } from '#routes/request/confirm.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { useLookingAgain } from '#routes/staff/shared/use-looking-again.ts'
import styles from '#routes/staff/people-import/import.module.css'
import { formatNumber } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/site-import.ts'

const route = 'routes/staff/site-copy/site-import'
const noSuch = { sentence: 'This import does not exist. Someone may have deleted it.' }

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  const copy = await findSiteImport(db, args.params.id)
  if (!copy) throw data(noSuch, { status: 404 })
  return { copy, obstacles: copy.state === 'checked' ? await listObstacles(db, obstacleWords) : [] }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, session, actor, now } = begin(args, route)
  const { params, request, url } = args
  if (!(await findSiteImport(db, params.id))) throw data(noSuch, { status: 404 })
  if (url.searchParams.get('do') === 'discard') {
    unlessWrong(await readButton(request))
    const outcome = await discardSiteImport(db, config, actor, params.id, now)
    return outcome.ok ? redirectWith('/admin/site-copy', []) : refuse(409, { copy: refusals[outcome.reason] })
  }
  const form = await readConfirmable(request, importForm)
  unlessWrong(form)
  const confirmed = await confirmHere(args, session, form)
  if (!confirmed.ok) return confirmed.answer
  const outcome = await startSiteImport(db, obstacleWords, actor, params.id, now)
  if (!outcome.ok) return refuse(409, { copy: refusals[outcome.reason] }, {}, confirmed.cookies)
  return redirectWith(`/admin/site-copy/import/${params.id}`, confirmed.cookies)
}

const refusals = {
  'not-found': noSuch.sentence,
  'not-ready': 'You cannot import this copy in its current status.',
  'not-empty': 'This site is no longer empty. See below what prevents the import.',
  'under-way': 'Someone is already importing this copy. Wait until it is finished.',
}

export default function SiteImport({ loaderData: { copy, obstacles }, actionData }: Route.ComponentProps) {
  useLookingAgain(copy.state === 'checking' || copy.state === 'running')
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  return (
    <>
      <StaffTitle
        title={copy.name}
        hasErrors={Boolean(actionData)}
        back={{ href: '/admin/site-copy', label: 'Export and import' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <div id="copy" className={styles.plan}>
        <p>
          {sizeText(copy.bytes)}, uploaded <Moment at={new Date(copy.createdAt)} />
        </p>
        <ImportStatus copy={copy} />
        {copy.holds && <CopyContents holds={copy.holds} />}
        {copy.state === 'checked' && <StartImport obstacles={obstacles} />}
        {(copy.state === 'checked' || copy.state === 'refused') && (
          <Form method="post" action="?do=discard">
            <Button look="quiet">Delete</Button>
          </Form>
        )}
      </div>
    </>
  )
}

function ImportStatus({ copy: { state, problem, done, total } }: { copy: SiteImportRecord }) {
  if (state === 'checking' || state === 'running') {
    const words = progressWords[state]
    return (
      <div className={styles.progress}>
        <p role="status">
          {words} {total > 0 && `${Math.floor((100 * done) / total)} %`}
        </p>
        <progress aria-label="Import progress" {...(total > 0 && { value: done, max: total })} />
        <noscript>
          <p>
            <a href="?">Refresh</a>
          </p>
        </noscript>
      </div>
    )
  }
  if (state === 'done')
    return (
      <Notice kind="success" title="Import finished">
        <p>
          Visitors can see it now. <a href="/">View the site</a>
        </p>
      </Notice>
    )
  if (!problem) return null
  return (
    <Notice kind="warning" title="Nothing was imported">
      <p>{problem}</p>
    </Notice>
  )
}

const progressWords = {
  checking: 'Checking the copy. Nothing on this site has changed yet.',
  running:
    'Importing the copy. Visitors see the old content until the import is finished. You can leave this page.',
}

function CopyContents({ holds }: { holds: NonNullable<SiteImportRecord['holds']> }) {
  const { rows, societyName, lastChangedAt } = holds
  return (
    <section>
      <h2>Contents</h2>
      <Facts
        facts={[
          { label: 'Society', value: societyName ?? 'Not specified' },
          { label: 'Last change', value: <Moment at={new Date(lastChangedAt)} /> },
          {
            label: 'Entries',
            value: `${formatNumber(rows.entry)} in ${formatNumber(rows.entry_version)} versions`,
          },
          { label: 'People', value: formatNumber(rows.person) },
          { label: 'Certificates', value: formatNumber(rows.certificate) },
          {
            label: 'Files',
            value: `${formatNumber(rows.file)}, and ${formatNumber(rows.earlier_file)} earlier ones`,
          },
          { label: 'Resized pictures', value: formatNumber(rows.picture_variant) },
          { label: 'Redirects', value: formatNumber(rows.redirect) },
          { label: 'Changes to the menu', value: formatNumber(rows.menu_item) },
          { label: 'Settings', value: formatNumber(rows.setting) },
        ]}
      />
    </section>
  )
}

function StartImport({ obstacles }: { obstacles: Obstacle[] }) {
  if (obstacles.length > 0)
    return (
      <Notice title="This site is not empty">
        <p>
          You can import a copy only into a site where nobody has worked yet. Start a new site and import the
          copy there. These prevent the import:
        </p>
        <ul>
          {obstacles.map(({ what, times, lastAt }) => (
            <li key={what}>
              {what} ({formatNumber(times)}, last <Moment at={new Date(lastAt)} />)
            </li>
          ))}
        </ul>
      </Notice>
    )
  return (
    <Form method="post">
      <p>
        The import replaces the starter content and the settings of this site. Accounts, emails and the audit
        trail stay. You cannot undo this.
      </p>
      <input type="hidden" name="bring" value="in" />
      <Button>Import</Button>
    </Form>
  )
}
