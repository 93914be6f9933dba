import { data } from 'react-router'
import { findCertificate } from '#features/certificates/queries.server.ts'
import { kindTitles, linesOf, type CertificateStatus } from '#features/certificates/certificate-content.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { ButtonLink } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { credentialFiles } from './credential-files.ts'
import { elements } from './elements.ts'
import styles from './check.module.css'
import type { Route } from './+types/certificate.ts'

/** What a certificate says and whether it is valid, for anyone who was shown it. Nothing else about the person. */

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/certificates/certificate')
  const { params } = args
  const found = await findCertificate(db, params.code, now)
  if (!found)
    throw data(
      { title: 'Certificate not found', sentence: unknown, way },
      { status: 404, headers: privateHeaders },
    )
  const { code, statement, revokedAt, isReplaced, status } = found
  const { kind, sample } = statement
  return { code, kind, sample, lines: linesOf(statement), revokedAt, isReplaced, status }
}

const unknown =
  'We have no certificate with this code. Compare it with the printed certificate. In codes of 22 characters, capitals matter.'
const way = { href: '/certificates', label: 'Enter the code again' }

/** It may be revoked at any time, and is only for people who have the certificate. */
const privateHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

export function headers() {
  return privateHeaders
}

export default function Certificate({ loaderData }: Route.ComponentProps) {
  const { code, kind, sample, lines, revokedAt, isReplaced, status } = loaderData
  return (
    <SitePage
      column
      hidden
      title={kindTitles[kind]}
      description="What this certificate says and whether it is valid."
      sample={sample}
      element={elements[kind]}
      trail={[{ label: 'Check a certificate', href: '/certificates' }]}
    >
      <Notice kind={status === 'valid' ? 'success' : 'warning'} title={statusTitles[status]}>
        {status === 'valid' && <p>The Academy issued this certificate, and it is valid.</p>}
        {status === 'over' && <p>This membership has ended.</p>}
        {revokedAt !== null && (
          <p>
            The Academy revoked this certificate on <Moment at={new Date(revokedAt)} />
            {isReplaced ? ' because it issued a newer one.' : '.'}
          </p>
        )}
      </Notice>
      <h2>Details</h2>
      <Facts facts={lines.map(({ label, text }) => ({ label, value: text }))} />
      {status !== 'revoked' && (
        <p>
          <ButtonLink href={`/certificates/${code}/certificate.pdf`}>Open the certificate (PDF)</ButtonLink>
        </p>
      )}
      {status !== 'revoked' && <BadgeDownloads code={code} />}
      <p>
        These files are digitally signed. You can also check them offline with the{' '}
        <a href="/certificates/key">public key of the Academy</a>.
      </p>
    </SitePage>
  )
}

function BadgeDownloads({ code }: { code: string }) {
  return (
    <>
      <h2>Open Badge</h2>
      <p>
        For digital wallets, profiles and other sites. The files do not show the name, only a code made from
        it.
      </p>
      <ul className={styles.files}>
        {credentialFiles.map(({ file, label }) => (
          <li key={file}>
            <a href={`/certificates/${code}/${file}`} download>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

const statusTitles: Record<CertificateStatus, string> = {
  valid: 'Valid',
  over: 'No longer valid',
  revoked: 'Revoked',
}
