import { data } from 'react-router'
import { enquiryForm } from '#features/enquiries/form.ts'
import { sendEnquiry } from '#features/enquiries/operations.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { withoutSecrets } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Lines } from '#ui/text/lines.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { ContactForm } from './contact-form.tsx'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { readPageText } from '#routes/site/pages/page-text.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import styles from './contact-form.module.css'
import type { Route } from './+types/contact-us.ts'

export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/contact/contact-us')
  const { context } = args
  return { text: await readPageText(context, 'contact-us') }
}

export async function action(args: Route.ActionArgs) {
  const { db, client, actor, now } = begin(args, 'routes/site/contact/contact-us')
  const form = await readForm(args.request, enquiryForm)
  if (!form.ok) return data({ errors: form.errors, typed: withoutSecrets(form.typed) }, { status: 400 })
  const outcome = await sendEnquiry(db, actor, client, form.answers, now)
  if (outcome.ok) return { reference: outcome.reference, email: form.answers.email }
  const seconds = Math.max(1, Math.ceil((outcome.until.getTime() - now.getTime()) / 1000))
  const errors: Record<string, string> = { form: tooMany }
  const headers = { 'retry-after': String(seconds) }
  return data({ errors, typed: withoutSecrets(form.typed) }, { status: 429, headers })
}

const tooMany =
  'We received too many messages from your network, so we did not take this one. Your text is below. Try again in an hour.'

/** Tells programs that sent too much when to try again. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  const again = actionHeaders?.get('retry-after')
  return again ? { 'retry-after': again } : new Headers()
}

export default function ContactUs({ loaderData: { text }, actionData }: Route.ComponentProps) {
  if (actionData && 'reference' in actionData) return <Received {...actionData} />
  const errors: Record<string, string> | undefined = actionData?.errors
  const typed: Record<string, string> = actionData?.typed ?? {}
  return (
    <SitePage title={text.title} lead={text.lead} hasErrors={errors !== undefined}>
      <ErrorSummary errors={errors} />
      <Reach />
      <PageSections sections={text.sections} pictures={text.pictures} />
      <section>
        <h2 id="form">Send a message</h2>
        <ContactForm errors={errors ?? {}} typed={typed} />
      </section>
      <section>
        <h2 id="without-writing">Online services</h2>
        <ul className={styles.ways}>
          <li>
            <a href="/newsletter#by-e-mail">Get the newsletter by email</a>
          </li>
          <li>
            <a href="/my-page">My page</a>, for people in the register
          </li>
          <li>
            <a href="/case-status">Track an application</a>
          </li>
          <li>
            <a href="/certificates">Check a certificate</a> of fellowship or membership
          </li>
        </ul>
      </section>
      <Press />
    </SitePage>
  )
}

/** What a journalist needs to write about the Academy. */
function Press() {
  const { societyName } = useSite().settings
  return (
    <section>
      <h2 id="press">For the press</h2>
      <ul className={styles.ways}>
        <li>
          Facts: <a href="/iaps">about the Academy</a>, <a href="/iaps/history">its history</a>,{' '}
          <a href="/fellowship/figures">its fellows in figures</a> and <a href="/news">news</a>
        </li>
        <li>
          Logo: <a href="/icon.svg">as a drawing (SVG)</a> and{' '}
          <a href="/icon-512.png">as a picture of 512 pixels (PNG)</a>
        </li>
        <li>Questions: send us a message with the form above.</li>
      </ul>
      <p className={styles.name}>
        Please write our name in full: {societyName}. Other organisations are called IAPS too.
      </p>
    </section>
  )
}

function Received({ reference, email }: { reference: string; email: string }) {
  return (
    <SitePage title="We have received your message" hidden>
      <Notice kind="success">
        <p>
          Thank you. The reference of your message is <strong>{reference}</strong>.
        </p>
      </Notice>
      <section>
        <h2>What happens next</h2>
        <p>
          The office will read it and reply to {email}. You may also get an email that confirms your message.
          Quote the reference if you write to us again about this.
        </p>
        <p>
          <a href="/">Go to the home page</a>
        </p>
      </section>
    </SitePage>
  )
}

function Reach() {
  const { settings } = useSite()
  const { societyName, postalAddress, city, email, phone } = settings
  return (
    <Facts
      facts={[
        { label: 'Academy', value: societyName },
        { label: 'Address', value: postalAddress && <Lines text={postalAddress} /> },
        { label: 'City', value: city },
        { label: 'Map', value: <ExternalLink href={mapOf(settings)}>Show on a map</ExternalLink> },
        { label: 'Email', value: email && <a href={`mailto:${email}`}>{email}</a> },
        {
          label: 'Phone',
          value: phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>,
        },
      ]}
    />
  )
}

/** The map of the setting, or a map search for the address. */
function mapOf({ mapUrl, postalAddress, city }: { mapUrl: string; postalAddress: string; city: string }) {
  const query = encodeURIComponent(postalAddress.replaceAll('\n', ', ') || city)
  return mapUrl || `https://www.openstreetmap.org/search?query=${query}`
}
