import { BareStaffPage } from './bare-staff-page.tsx'

/** What the sign-in script gets after a sign-in: it opens the link at once. */
export function SignedIn({ next }: { next: string }) {
  return (
    <BareStaffPage title="Signed in">
      <p>
        <a href={next} data-next="">
          Continue
        </a>
      </p>
    </BareStaffPage>
  )
}
