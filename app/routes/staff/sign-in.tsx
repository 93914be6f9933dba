import { BarePage } from '#ui/bare-page.tsx'
import { Notice } from '#ui/notice.tsx'

export default function SignIn() {
  return (
    <>
      <title>Sign in – International Academy of Physical Sciences</title>
      <meta name="description" content="The way in for the Academy's editors and administrators." />
      <meta name="robots" content="noindex" />
      <BarePage
        siteTitle="International Academy of Physical Sciences"
        back={{ href: '/', label: 'Back to the home page' }}
      >
        <h1>Sign in</h1>
        <Notice>
          <p>
            No staff account has been opened on this site yet. Everything the Academy publishes can be read
            without one.
          </p>
        </Notice>
      </BarePage>
    </>
  )
}
