import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import type { OwnPageData } from './own-page-data.server.ts'
import { helpersPath } from './paths.ts'

/** Helpers on the own page, for the person and for a helper who is signed in. */

export function HelpersSection({ helpers }: OwnPageData) {
  return (
    <section>
      <h2 id="helpers">Helpers</h2>
      {helpers.length === 0 ? (
        <p>
          If you would like someone to manage this page for you, <a href={helpersPath}>add a helper</a>.
        </p>
      ) : (
        <>
          <EntryList
            entries={helpers.map(({ id, name, email, endsAt, isProved }) => ({
              id,
              title: name,
              meta: email,
              children: <HelperTerm endsAt={endsAt} isProved={isProved} />,
            }))}
          />
          <p>
            <a href={helpersPath}>Change your helpers</a>
          </p>
        </>
      )}
    </section>
  )
}

export function HelperTerm({ endsAt, isProved }: { endsAt: number; isProved: boolean }) {
  return isProved ? (
    <p>
      Can help until <Moment at={new Date(endsAt)} />
    </p>
  ) : (
    <p>
      Has not signed in yet, and can do so until <Moment at={new Date(endsAt)} />
    </p>
  )
}

/** Tells someone who names a helper what the helper may do. */
export function HelperLimits() {
  return (
    <>
      <p>
        A helper signs in with their own email address and sees everything on the page, also the status of
        nominations. They can change the phone number, the postal address and the ORCID iD, ask the office for
        another name, institution or photograph, remove the photograph, start a renewal, and download
        certificates and receipts.
      </p>
      <p>
        A helper cannot answer requests such as consent to a nomination, change the email address, the
        directory or the newsletter, download all data, ask for deletion, add a passkey, or name another
        helper. We record each act with the name of the helper, and email about each change.
      </p>
    </>
  )
}

export function HelperNotice({ name, endsAt }: { name: string; endsAt: number }) {
  return (
    <Notice title={`You are helping ${name}`}>
      <p>
        This is the page of {name}: “you” and “your” here mean {name}. We record what you do and email {name}{' '}
        about each change. You can help until <Moment at={new Date(endsAt)} />.
      </p>
      <p>
        You cannot answer requests for {name}, change the email address, the directory or the newsletter, or
        ask for deletion.
      </p>
    </Notice>
  )
}

export function HelperSignOut({ name }: { name: string }) {
  return (
    <section>
      <h2 id="sign-out">Sign out</h2>
      <form method="post" action="?do=sign-out">
        <Button>Sign out</Button>
      </form>
      <form method="post" action="?do=stop-helping">
        <p>If you no longer want to help {name}, you can stop here. We email both of you.</p>
        <Button look="secondary">Stop helping</Button>
      </form>
    </section>
  )
}
