import { data, redirect } from 'react-router'
import { checkQuery } from '#features/certificates/form.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { readQuery } from '#server/http/query-string.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
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

export default function CheckCertificate({ loaderData: { error, typed } }: Route.ComponentProps) {
  return (
    <SitePage
      column
      title="Check a certificate"
      description="Check whether a certificate of the Academy is valid."
      hasErrors={error !== undefined}
    >
      <ErrorSummary errors={error ? { code: error } : undefined} />
      <p>Scan the QR code on the certificate, or enter the code at the end of the printed address.</p>
      <form method="get" noValidate>
        <Field
          name="code"
          label="Code"
          hint="22 letters, digits, hyphens and underscores. Upper and lower case matter."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed}
          error={error}
        />
        <Button>Check</Button>
      </form>
    </SitePage>
  )
}
