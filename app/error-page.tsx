import { BarePage } from './ui/frame/bare-page.tsx'
import { Button, ButtonLink } from './ui/form/button.tsx'
import { Field } from './ui/form/field.tsx'
import styles from './error-page.module.css'

/** A page to go to instead. */
interface WayOn {
  href: string
  label: string
}

interface Props {
  status: number
  /** What the thrower knew: what is missing, a sentence, or the pages closest to a wrong address. */
  data: { title?: string; sentence?: string; nearest?: WayOn[]; way?: WayOn } | undefined
  reference: string
}

const titles: Record<number, string> = {
  400: 'We could not read this request',
  403: 'You do not have access to this page',
  404: 'Page not found',
  405: 'This page does not support this request',
  414: 'This address is too long',
  503: 'The site is not available right now',
  507: 'Our storage is full',
}

/** Without header, footer and database: it must work when nothing else does. */
export function ErrorPage({ status, data, reference }: Props) {
  const title =
    data?.title ??
    titles[status] ??
    (status < 500 ? 'We could not accept this request' : 'Something went wrong on our side')
  return (
    <>
      <title>{`${title} – International Academy of Physical Sciences`}</title>
      <meta name="robots" content="noindex" />
      <BarePage siteTitle="International Academy of Physical Sciences">
        <div className={styles.page}>
          <p className={styles.status}>{status}</p>
          <h1>{title}</h1>
          <p>{data?.sentence ?? adviceFor(status)}</p>
          {status === 404 && !data?.title && <SearchBox />}
          {data?.nearest && data.nearest.length > 0 && <Nearest pages={data.nearest} />}
          {status >= 500 && reference && (
            <p>
              If you contact us about this, quote this reference: <strong>{reference}</strong>
            </p>
          )}
          <p className={styles.ways}>
            {data?.way && <ButtonLink href={data.way.href}>{data.way.label}</ButtonLink>}
            <ButtonLink href="/" look="secondary">
              Go to the home page
            </ButtonLink>
          </p>
        </div>
      </BarePage>
    </>
  )
}

function adviceFor(status: number) {
  if (status === 404)
    return 'The page may have moved, or there may be a typing error in the address. Search for it, or start from the home page.'
  if (status === 403) return 'Sign in with an account that has access, or ask an administrator.'
  if (status >= 500) return 'Please try again in a few minutes. Everything you have saved is safe.'
  return 'Check the address and try again.'
}

function SearchBox() {
  return (
    <form action="/search" role="search" className={styles.search}>
      <Field name="q" label="Search the site" type="search" maxLength={200} width="full" />
      <Button>Search</Button>
    </form>
  )
}

function Nearest({ pages }: { pages: WayOn[] }) {
  return (
    <>
      <h2>Pages with a similar address</h2>
      <ul>
        {pages.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </>
  )
}
