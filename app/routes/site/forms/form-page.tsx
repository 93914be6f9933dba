import type { ReactNode } from 'react'
import { useSite } from '#routes/site/frame/page-head.tsx'
import { sectionOf } from '#routes/site/frame/sections.ts'
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
  /** Where the way back leads; to the list of parts unless told. */
  back?: { href: string; label: string }
  errors?: Record<string, string> | undefined
  children: ReactNode
}

/** A page of a form that somebody has begun: no bar, no footer, and nothing for search engines. */
export function FormPage({ about, title, back, errors, children }: Props) {
  const { settings } = useSite()
  const isWrong = errors && Object.keys(errors).length > 0
  return (
    <>
      <title>{`${isWrong ? 'Error: ' : ''}${title} – ${about.title} – ${settings.societyName}`}</title>
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
  /** Its mailed link was opened, which ended it in the browser that began it. */
  isTakenOver?: boolean
}

/** Where no form is begun in this browser, or it is over. */
export function NothingBegun({ about, sentAs, isTakenOver }: NothingProps) {
  if (isTakenOver)
    return (
      <FormPage about={about} title="This form is open on another device" back={about.back}>
        <p>
          It was opened with the link that we emailed, so this browser can no longer read it. To go on here,
          open the link in our newest email with this browser, or have a new one emailed from the other
          device. Nothing that was saved is lost.
        </p>
        <p>
          If you did not open the link, or want a form of your own, <a href={about.href}>begin a new form</a>.
        </p>
      </FormPage>
    )
  return (
    <FormPage about={about} title={sentAs ? 'This form is sent' : 'No form is begun here'} back={about.back}>
      {sentAs ? (
        <p>
          It was sent as {sentAs}. <a href={`${about.href}/sent`}>See what happens next</a>, or{' '}
          <a href={about.href}>begin another one</a>.
        </p>
      ) : (
        <p>
          This browser has no form of this kind that was begun and not sent, or it was kept for its time and
          is gone. If you had a link mailed to you, open it from your letter. Otherwise{' '}
          <a href={about.href}>begin the form</a>.
        </p>
      )}
    </FormPage>
  )
}
