import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { useSite } from './page-head.tsx'
import { PageSections } from './page-sections.tsx'
import { readPageText } from './page-text.server.ts'
import { SitePage } from './site-page.tsx'
import type { Route } from './+types/contact-us.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await readPageText(context, 'contact-us') }
}

export default function ContactUs({ loaderData: { text } }: Route.ComponentProps) {
  const { settings } = useSite()
  const { societyName, postalAddress, city, email, phone } = settings
  const canBeReached = Boolean(postalAddress || email || phone)
  return (
    <SitePage title={text.title} lead={text.lead}>
      <Facts
        facts={[
          { label: 'Academy', value: societyName },
          { label: 'Address', value: postalAddress && <Lines text={postalAddress} /> },
          { label: 'Seat', value: city },
          { label: 'Map', value: <ExternalLink href={mapOf(settings)}>Show on a map</ExternalLink> },
          { label: 'E-mail', value: email && <a href={`mailto:${email}`}>{email}</a> },
          {
            label: 'Telephone',
            value: phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>,
          },
        ]}
      />
      <PageSections sections={text.sections} pictures={text.pictures} />
      <section>
        <h2 id="message">Send a message</h2>
        {canBeReached ? (
          <p>Write to the office at the address above.</p>
        ) : (
          <Notice>
            <p>
              The office has not yet published an address for letters and messages. They will stand on this
              page.
            </p>
          </Notice>
        )}
      </section>
    </SitePage>
  )
}

function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no other name
    <span key={index}>
      {line}
      <br />
    </span>
  ))
}

/** The map of the setting, or else a look for the place itself. */
function mapOf({ mapUrl, postalAddress, city }: { mapUrl: string; postalAddress: string; city: string }) {
  const place = encodeURIComponent(postalAddress.replaceAll('\n', ', ') || city)
  return mapUrl || `https://www.openstreetmap.org/search?query=${place}`
}
