import type { ReactNode } from 'react'
import { useSite } from '#routes/site/frame/use-site.ts'
import { sectionOf } from '#routes/site/frame/sections.ts'
import { tabTitle } from '#routes/site/frame/tab-title.ts'
import { BarePage } from '#ui/frame/bare-page.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import styles from './form-page.module.css'

export interface FormHeading {
  title: string
  href: string
  back: { href: string; label: string }
}

interface Props {
  about: FormHeading
  title: string
  /** Where the back link leads; to the list of parts by default. */
  back?: { href: string; label: string }
  errors?: Record<string, string> | undefined
  children: ReactNode
}

/** A page of a started form: no header, no footer, and nothing for search engines. */
export function FormPage({ about, title, back, errors, children }: Props) {
  const { settings } = useSite()
  const hasErrors = errors && Object.keys(errors).length > 0
  return (
    <>
      <title>{tabTitle([title, about.title, settings.societyName], hasErrors)}</title>
      <meta name="description" content={about.title} />
      <meta name="robots" content="noindex" />
      <BarePage
        siteTitle={settings.societyName}
        element={sectionOf(about.href).element}
        back={back ?? { href: `${about.href}/tasks`, label: 'All parts of the form' }}
      >
        <ErrorSummary errors={errors} />
        <header className={styles.head}>
          {title !== about.title && <p>{about.title}</p>}
          <h1>{title}</h1>
        </header>
        {children}
      </BarePage>
    </>
  )
}

interface NothingProps {
  about: FormHeading
  sentAs?: string | undefined
  /** Its mailed link was opened, which ended it in the browser that started it. */
  isTakenOver?: boolean
}

/** No form was started in this browser, or it has expired. */
export function NothingStarted({ about, sentAs, isTakenOver }: NothingProps) {
  if (isTakenOver)
    return (
      <FormPage about={about} title="This form is open on another device" back={about.back}>
        <p>
          You opened it with the link we emailed, so this browser can no longer open it. To continue here,
          open the link in our newest email in this browser, or request a new link on the other device. Your
          saved answers are not lost.
        </p>
        <p>
          If you did not open the link, or want your own form, <a href={about.href}>start a new form</a>.
        </p>
      </FormPage>
    )
  return (
    <FormPage
      about={about}
      title={sentAs ? 'You have submitted this form' : 'You have not started this form'}
      back={about.back}
    >
      {sentAs ? (
        <p>
          Its reference is {sentAs}. <a href={`${about.href}/sent`}>See what happens next</a>, or{' '}
          <a href={about.href}>start another one</a>.
        </p>
      ) : (
        <p>
          This browser has no unfinished form of this kind, or the form has expired. If we emailed you a link,
          open it from that email. Otherwise <a href={about.href}>start the form</a>.
        </p>
      )}
    </FormPage>
  )
}

interface FaultsProps {
  /** The address of the part. */
  at: string
  faults: Record<string, string>
}

/** What needs correcting in a part, each with a link to its question. */
export function Faults({ at, faults }: FaultsProps) {
  return (
    <ul className={styles.faults}>
      {Object.entries(faults).map(([field, sentence]) => (
        <li key={field}>
          <a href={`${at}#${field}`}>{sentence}</a>
        </li>
      ))}
    </ul>
  )
}
