import { kindTitles } from '#features/certificates/certificate-content.ts'
import type { LinkPurpose } from '#features/cases/purposes.ts'
import type { OwnRole } from '#features/cases/own-cases.server.ts'
import { FeePanel } from '#routes/site/forms/fee-panel.tsx'
import { Button } from '#ui/form/button.tsx'
import { Day, Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Facts } from '#ui/text/facts.tsx'
import type { OwnPageData } from './own-page-data.server.ts'

/** What waits for the person, and their membership, certificates and cases. */

const requestTitles: Record<Exclude<LinkPurpose, 'status'>, string> = {
  consent: 'Agree to your nomination',
  second: 'Second a nomination',
  verify: 'Confirm that you submitted this',
  correct: 'Correct your nomination',
  renew: 'Update your nomination',
  answer: 'Complete your application',
  accept: 'Tell us whether you accept',
}

export function WaitingSection({ waiting, fees, isShared, helper, name }: OwnPageData) {
  return (
    <section>
      <h2 id="waiting">Waiting for you</h2>
      {helper && waiting.length > 0 && (
        <p>Only {name} can answer these, after signing in or with the links in our emails.</p>
      )}
      {isShared && (
        <p>
          Several people share your address, so we list no requests here. Use the links in our emails, or{' '}
          <a href="/my-page/email">change your address</a>.
        </p>
      )}
      {!isShared && waiting.length === 0 && fees.length === 0 && <p>Nothing is waiting for you.</p>}
      {fees.map(({ application, amount }) => (
        <p key={application}>
          <a href={`#fee-${application}`}>
            Pay {amount} for {application}
          </a>
        </p>
      ))}
      {waiting.length > 0 && (
        <EntryList
          entries={waiting.map(({ id, purpose, reference, title, about, dueAt }) => ({
            id,
            title: purpose === 'status' ? title : requestTitles[purpose],
            meta: `${title}: ${about}, ${reference}`,
            children: helper ? (
              dueAt !== null && (
                <p>
                  Due by <Moment at={new Date(dueAt)} />
                </p>
              )
            ) : (
              <form method="post" action="?do=open">
                <input type="hidden" name="request" value={id} />
                {dueAt !== null && (
                  <p>
                    Due by <Moment at={new Date(dueAt)} />
                  </p>
                )}
                <Button look="secondary" aria-label={`Open ${reference}`}>
                  Open {reference}
                </Button>
              </form>
            ),
          }))}
        />
      )}
    </section>
  )
}

export function MembershipSection({ membership, fees, payments }: OwnPageData) {
  return (
    <section>
      <h2 id="membership">Membership and payments</h2>
      <Facts
        facts={[
          { label: 'Member from', value: membership.from && <Day date={membership.from} /> },
          {
            label: 'Member until',
            value: membership.to ? <Day date={membership.to} /> : 'No end date is recorded.',
          },
        ]}
      />
      {membership.isRenewable && (
        <form method="post" action="?do=renew">
          <p>The form starts with your name and number.</p>
          <Button look="secondary">Renew my membership</Button>
        </form>
      )}
      {fees.length > 0 && <Fees fees={fees} />}
      <h3>Payments</h3>
      {payments.length === 0 ? (
        <p>We have recorded no payments from you.</p>
      ) : (
        <EntryList
          level={4}
          entries={payments.map(({ id, kind, amount, paidOn, payNumber, reference }) => ({
            id,
            title: kind === 'received' ? `${amount} received` : `${amount} refunded`,
            margin: <Day date={paidOn} />,
            meta: `For ${reference}${payNumber ? `, payment number ${payNumber}` : ''}`,
            ...(kind === 'received' && {
              children: (
                <p>
                  <a href={`/my-page/receipts/${id}`} aria-label={`Open receipt (PDF) for ${amount}`}>
                    Open receipt (PDF)
                  </a>
                </p>
              ),
            }),
          }))}
        />
      )}
    </section>
  )
}

function Fees({ fees }: Pick<OwnPageData, 'fees'>) {
  return (
    <>
      <h3>To pay</h3>
      {fees.map(({ application, href, amount, ...howToPay }) => (
        <div key={application} id={`fee-${application}`}>
          <FeePanel {...howToPay} fee={amount} title={`Amount due for ${application}`} />
          <p>
            If someone else pays for you, send them the <a href={href}>payment page for {application}</a>. It
            does not name you.
          </p>
        </div>
      ))}
    </>
  )
}

const certificateStatus = { valid: 'Valid', over: 'No longer valid', revoked: 'Revoked' }

export function CertificatesSection({ certificates }: OwnPageData) {
  return (
    <section>
      <h2 id="certificates">Certificates</h2>
      {certificates.length === 0 ? (
        <p>
          You have no certificates yet. <a href="/contact-us">Ask the office</a> if you need one.
        </p>
      ) : (
        <EntryList
          entries={certificates.map(({ code, kind, number, status, issuedAt }) => ({
            id: `certificate-${number}`,
            title: `${kindTitles[kind]} ${number}`,
            href: `/certificates/${code}`,
            margin: <Moment at={new Date(issuedAt)} />,
            meta: certificateStatus[status],
            ...(status !== 'revoked' && {
              children: (
                <p>
                  <a href={`/certificates/${code}/certificate.pdf`}>Open {number} (PDF)</a> ·{' '}
                  <a href={`/certificates/${code}/credential.png`} download>
                    Download {number} (Open Badge)
                  </a>
                </p>
              ),
            }),
          }))}
        />
      )}
    </section>
  )
}

const roleWords: Record<OwnRole, string> = {
  subject: 'about you',
  proposer: 'proposed by you',
  seconder: 'seconded by you',
}

export function CasesSection({ cases }: OwnPageData) {
  return (
    <section>
      <h2 id="nominations">Nominations and applications</h2>
      {cases.length === 0 ? (
        <p>There are no nominations or applications to show.</p>
      ) : (
        <EntryList
          entries={cases.map(({ reference, title, about, roles, status, since }) => ({
            id: reference,
            title: `${title}: ${about}`,
            margin: reference,
            meta: `${roles.map((role) => roleWords[role]).join(', ')}. Status: ${status}`,
            children: (
              <p>
                Since <Moment at={new Date(since)} />
              </p>
            ),
          }))}
        />
      )}
    </section>
  )
}
