import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { orcidAddress } from '#features/people/orcid.ts'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { HelperSignOut } from './helper-sections.tsx'
import { Facts } from '#ui/text/facts.tsx'
import type { OwnPageData } from './own-page-data.server.ts'

/** What the Academy holds about the person, who changed it, and their rights. */

export function DetailsSection(page: OwnPageData) {
  const { entry, contact, newEmail, orcid } = page
  return (
    <section>
      <h2 id="details">Your details</h2>
      <h3>In the register</h3>
      <Facts facts={entry} />
      <p>
        Ask the office to change your <a href="/my-page/name">name</a>
        {page.hasGrade ? ', ' : ' or '}
        <a href="/my-page/institution">institution</a>
        {page.hasGrade && (
          <>
            {' '}
            or <a href="/my-page/photograph">photograph</a>
          </>
        )}
        . To change anything else, <a href="/contact-us">write to the office</a>.
      </p>
      <Requests {...page} />
      <h3>Contact details</h3>
      <p>Only the office sees this.</p>
      <Facts
        facts={[
          { label: 'Email', value: contact.email },
          { label: 'New email, not confirmed yet', value: newEmail },
          { label: 'Phone', value: contact.phone || 'Not given' },
          { label: 'Postal address', value: contact.postalAddress || 'Not given' },
        ]}
      />
      <p>
        <a href="/my-page/contact">Change phone or postal address</a>
        {!page.helper && (
          <>
            {' '}
            · <a href="/my-page/email">Change email address</a>
          </>
        )}
      </p>
      <h3>Your choices</h3>
      <Facts
        facts={[
          { label: 'Public directory', value: <Listed {...page} /> },
          {
            label: 'Newsletter',
            value: page.hasNewsletter ? 'You have subscribed' : 'You have not subscribed',
          },
          {
            label: 'ORCID iD',
            value: orcid ? <ExternalLink href={orcidAddress(orcid)}>{orcid}</ExternalLink> : 'Not given',
          },
        ]}
      />
      <p>
        {!page.helper && (
          <>
            <a href="/my-page/choices">Change directory or newsletter</a> ·{' '}
          </>
        )}
        <a href="/my-page/orcid">Change ORCID iD</a>
      </p>
    </section>
  )
}

function Listed({ listed, publicPage }: OwnPageData) {
  if (!listed) return 'You are not listed'
  return publicPage ? <a href={publicPage}>You are listed</a> : 'You are listed'
}

/** What the person has asked the office for, and the outcome. */
function Requests({ requests, helper }: OwnPageData) {
  if (requests.length === 0) return null
  return (
    <>
      <h3>Your requests</h3>
      <EntryList
        level={4}
        entries={requests.map(({ id, kind, title, isOpen, status, note, values, requestedAt }) => ({
          id,
          title,
          margin: <Moment at={new Date(requestedAt)} />,
          meta: values === '' ? status : `${status}: ${values}`,
          children: (
            <>
              {note && <p>The office wrote: {note}</p>}
              {isOpen && kind === 'photograph' && (
                <p>
                  <a href="/my-page/photograph/waiting">View the photograph</a>
                </p>
              )}
              {isOpen && !(helper && kind === 'erasure') && (
                <form method="post" action="?do=withdraw">
                  <input type="hidden" name="kind" value={kind} />
                  <Button look="secondary" aria-label={`Withdraw this request: ${title.toLowerCase()}`}>
                    {' '}
                    Withdraw this request{' '}
                  </Button>
                </form>
              )}
            </>
          ),
        }))}
      />
    </>
  )
}

export function HistorySection({ history }: OwnPageData) {
  return (
    <section>
      <h2 id="history">Who changed your entry</h2>
      {history.length === 0 ? (
        <p>No changes are recorded.</p>
      ) : (
        <EntryList
          entries={history.map(({ seq, at, sentence, changes }) => ({
            id: `change-${seq}`,
            title: sentence,
            margin: <Moment at={new Date(at)} />,
            ...(changes.length > 0 && {
              children: (
                <Facts
                  facts={changes.map(({ field, before, after }) => ({
                    label: field,
                    value: `${before} → ${after}`,
                  }))}
                />
              ),
            }),
          }))}
        />
      )}
    </section>
  )
}

export function PrivacySection({ isShared }: OwnPageData) {
  return (
    <section>
      <h2 id="privacy">Your data</h2>
      <p>
        <a href="/privacy">How we use personal data</a>
      </p>
      <h3>Copy of your data</h3>
      {isShared ? (
        <p>
          Several people share your address. <a href="/contact-us">Ask the office</a> for a copy of your data.
        </p>
      ) : (
        <form method="post" action="/my-page/export">
          <p>Everything that we hold about you, as a ZIP file.</p>
          <Button look="secondary">Download my data</Button>
        </form>
      )}
      <h3>Deletion</h3>
      <p>
        <a href="/my-page/deletion">Ask for deletion</a> of what we hold about you.
      </p>
      <h3>Complaints</h3>
      <p>
        If something is wrong and you cannot correct it here, or if you want to complain,{' '}
        <a href="/contact-us">write to the office</a>. You get a reference, and the office replies by email.
      </p>
    </section>
  )
}

export function SignOutSection({ devices, helper, name }: OwnPageData) {
  if (helper) return <HelperSignOut name={name} />
  return (
    <section>
      <h2 id="sign-out">Sign out</h2>
      <p>
        {devices === 1
          ? 'You are signed in only here.'
          : `You are signed in on ${devices} devices or browsers.`}
      </p>
      <p>
        Next time without a code: <a href="/my-page/passkeys">passkeys</a>
      </p>
      <form method="post" action="?do=sign-out">
        <Button>Sign out</Button>
      </form>
      <form method="post" action="?do=sign-out-everywhere">
        <Button look="secondary">Sign out everywhere</Button>
      </form>
    </section>
  )
}
