import { Form } from 'react-router'
import { officeTimeInWords } from '#office-time.ts'
import { sizeText } from '#features/media/size-text.ts'
import { cancelForm, copyForm } from '#features/site-copy/form.ts'
import { beginCopy, cancelCopy } from '#features/site-copy/operations.server.ts'
import {
  listCopies,
  listSiteImports,
  type CopyRecord,
  type SiteImportRecord,
} from '#features/site-copy/queries.server.ts'
import { readConfirmable, readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { redirectWith, refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { confirmHere } from '#routes/request/confirm.server.ts'
import { SiteCopySender } from './site-copy-sender.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { useLookingAgain } from '#routes/staff/shared/use-looking-again.ts'
import type { Route } from './+types/site-copy.ts'
import styles from './site-copy.module.css'

const route = 'routes/staff/site-copy/site-copy'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  return { copies: await listCopies(db), imports: await listSiteImports(db) }
}

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, route)
  const { request, url } = args
  if (url.searchParams.get('do') === 'cancel') {
    const { copy } = unlessWrong(await readForm(request, cancelForm))
    const cancelled = await cancelCopy(db, actor, copy, now)
    if (!cancelled.ok) return refuse(409, { copies: hasEnded })
    return redirectWithFlash(args, '/admin/site-copy', { key: 'export-cancelled' })
  }
  const form = await readConfirmable(request, copyForm)
  const { kind } = unlessWrong(form)
  const confirmed = await confirmHere(args, session, form)
  if (!confirmed.ok) return confirmed.answer
  const outcome = await beginCopy(db, actor, kind, now)
  if (!outcome.ok) return refuse(409, { copies: underWay }, {}, confirmed.cookies)
  return redirectWith('/admin/site-copy', confirmed.cookies)
}

const hasEnded = 'This export has already ended.'
const underWay = 'We are already creating this export. Wait until it is ready.'

export default function SiteCopy({ loaderData: { copies, imports }, actionData }: Route.ComponentProps) {
  useLookingAgain(copies.some(isUnderWay))
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  return (
    <>
      <StaffTitle title="Export and import" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <h2 className={styles.part}>Export the whole site</h2>
      <p>
        All content with its versions, people, files and settings in one file that you can import into an
        empty site. It contains everyone in the register, listed or not, so store it safely. It does not
        contain accounts, emails, entry templates or the audit trail.
      </p>
      <MakeForm kind="archive" label="Export the whole site" />
      <h2 className={styles.part}>Export the public pages</h2>
      <p>
        The public pages with pictures and downloads. Unpack the file and open index.html. You do not need a
        network connection.
      </p>
      <MakeForm kind="static" label="Export the public pages" />
      <h2 id="copies" className={styles.part}>
        Exports of the last 24 hours
      </h2>
      {copies.length === 0 ? <p>No exports.</p> : copies.map((copy) => <Copy key={copy.id} copy={copy} />)}
      <h2 className={styles.part}>Import a site</h2>
      <p>
        You can import a copy only into a site where nobody has worked yet. We check it first and show you
        what it contains. Before a new site starts for the first time, you can run this command instead:{' '}
        <code className={styles.command}>npm run site:import -- FILE</code>
      </p>
      {imports.map((sent) => (
        <p key={sent.id}>
          <a href={`/admin/site-copy/import/${sent.id}`}>{sent.name}</a>, {sizeText(sent.bytes)}:{' '}
          {importWords[sent.state]}
        </p>
      ))}
      <SiteCopySender />
      <noscript>
        <p>JavaScript is turned off in this browser. Turn it on, or use the command.</p>
      </noscript>
    </>
  )
}

function MakeForm({ kind, label }: { kind: CopyRecord['kind']; label: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="kind" value={kind} />
      <Button>{label}</Button>
    </Form>
  )
}

function Copy({ copy }: { copy: CopyRecord }) {
  const name = `${names[copy.kind]}, ${officeTimeInWords(copy.createdAt)}`
  if (copy.state === 'failed')
    return (
      <p>
        {name}: {copy.problem}
      </p>
    )
  if (isUnderWay(copy)) return <Progress name={name} copy={copy} />
  return (
    <form method="post" action={`/admin/site-copy/${copy.id}`}>
      <p>
        {name}, {sizeText(copy.bytes ?? 0)}
      </p>
      <Button look="quiet">Download</Button>
    </form>
  )
}

function Progress({ name, copy: { id, done, total } }: { name: string; copy: CopyRecord }) {
  const known = total > 0
  return (
    <div>
      <p role="status">
        {name}: in progress, {done} {known ? `of ${total} ` : ''}parts done. You can leave this page.
      </p>
      <progress aria-label={name} {...(known && { value: done, max: total })} />
      <Form method="post" action="/admin/site-copy?do=cancel">
        <input type="hidden" name="copy" value={id} />
        <Button look="quiet">Cancel the export</Button>
      </Form>
      <noscript>
        <p>
          <a href="/admin/site-copy">Refresh</a>
        </p>
      </noscript>
    </div>
  )
}

const importWords: Record<SiteImportRecord['state'], string> = {
  checking: 'being checked',
  checked: 'ready to import',
  running: 'being imported',
  done: 'imported',
  refused: 'refused',
}

const names = { archive: 'The whole site', static: 'The public pages' }

function isUnderWay({ state }: CopyRecord): boolean {
  return state === 'waiting' || state === 'running'
}
