import { data, redirect } from 'react-router'
import { checkQuery } from '#features/certificates/form.ts'
import { checkInThread } from '#features/credentials/in-thread.server.ts'
import { ownKeysOf } from '#features/credentials/keys.server.ts'
import { codeIn, withRegister } from '#features/credentials/queries.server.ts'
import type { VerdictWord } from '#features/credentials/verdict.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { readUpload } from '#server/files/upload.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { certificateKeyContext } from '#routes/request/session-context.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import styles from './check.module.css'
import type { Route } from './+types/check.ts'

/** For someone with a paper certificate who cannot use its QR code. */

export function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/certificates/check')
  const { url } = args
  const read = readQuery(url.searchParams, checkQuery)
  if (read.ok && read.query.code !== undefined) return redirect(`/certificates/${read.query.code}`)
  if (read.ok) return { error: undefined, typed: '' }
  const typed = url.searchParams.get('code') ?? ''
  return data({ error: read.error, typed: typed.slice(0, 300) }, { status: 400 })
}

const maxBytes = 5 * 1024 * 1024

/** Says what a file is. It is read in memory and not stored. */
export async function action(args: Route.ActionArgs) {
  const { db, config, client, now } = begin(args, 'routes/site/certificates/check')
  const { request, context } = args
  const upload = await readUpload(request, [], maxBytes)
  if (!upload.ok) return data({ fileError: upload.sentence, verdict: undefined }, { status: 400 })
  const own = await ownKeysOf(db, context.get(certificateKeyContext), config.origin)
  const checked = await checkInThread({ file: upload.bytes, own, now }, networkOf(client.address))
  if (!checked) return data({ fileError: busy, verdict: undefined }, { status: 503 })
  const { word, why, isOurs, page } = await withRegister(db, checked, now)
  const code = isOurs && page !== undefined ? codeIn(page) : undefined
  return data({ fileError: undefined, verdict: { word, why, isOurs, code } })
}

const busy = 'Many files are being checked right now. Try again in 30 seconds.'

export default function CheckCertificate({ loaderData, actionData }: Route.ComponentProps) {
  const { error, typed } = loaderData
  const { fileError, verdict } = actionData ?? {}
  return (
    <SitePage
      column
      title="Check a certificate"
      description="Check whether a certificate of the Academy is valid."
      hasErrors={error !== undefined || fileError !== undefined}
    >
      <ErrorSummary errors={errorsOf(error, fileError)} />
      {verdict && (
        <Notice
          kind={verdict.word === 'valid' && verdict.isOurs ? 'success' : 'warning'}
          title={verdictTitle(verdict)}
        >
          <p className={styles.why}>{verdict.why}</p>
          {verdict.code !== undefined && (
            <p>
              <a href={`/certificates/${verdict.code}`}>View the page of this certificate</a>
            </p>
          )}
        </Notice>
      )}
      <h2>By its code</h2>
      <p>Scan the QR code on the certificate, or enter the code at the end of the printed address.</p>
      <form method="get" noValidate>
        <Field
          name="code"
          label="Code"
          hint="26 letters and digits, in capitals or small letters. In older codes of 22 characters, capitals matter."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed}
          error={error}
        />
        <Button>Check</Button>
      </form>
      <h2>By its file</h2>
      <p>
        Choose a file that someone sent you. We tell you whether it is genuine, even if another organisation
        issued it. We do not store it.
      </p>
      <form method="post" encType="multipart/form-data" noValidate>
        <Field
          name="file"
          label="File"
          type="file"
          accept=".pdf,.json,.jsonld,.jwt,.png,.svg"
          hint="A PDF certificate or an Open Badge (PNG, SVG, JSON or JWT), up to 5 MB."
          error={fileError}
        />
        <Button>Check the file</Button>
      </form>
    </SitePage>
  )
}

function errorsOf(code: string | undefined, file: string | undefined) {
  if (code) return { code }
  return file ? { file } : undefined
}

const verdictTitles: Record<VerdictWord, string> = {
  valid: 'Valid',
  changed: 'Changed',
  revoked: 'Revoked',
  expired: 'Not valid today',
  'not ours': 'Not issued by this Academy',
  unreadable: 'Not a certificate that we can read',
}

function verdictTitle({ word, isOurs }: { word: VerdictWord; isOurs: boolean }): string {
  return word === 'valid' && !isOurs ? 'Unchanged, but not issued by this Academy' : verdictTitles[word]
}
