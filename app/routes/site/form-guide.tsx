import { pageSlugAt } from '#features/content/addresses.ts'
import { membershipQuestions } from '#features/memberships/questions.ts'
import { callFor, type CallNow } from '#features/nominations/cycle.ts'
import { listCalls } from '#features/nominations/queries.server.ts'
import { associateFellowQuestions, fellowQuestions } from '#features/nominations/questions.ts'
import { dbContext, nowContext } from '#server/context.server.ts'
import { BarePage } from '#ui/bare-page.tsx'
import { Moment } from '#ui/day.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { QuestionSheet } from '#ui/question-sheet.tsx'
import { SampleMark } from '#ui/sample-mark.tsx'
import { PageHead, useSite } from './page-head.tsx'
import { PageSections } from './page-sections.tsx'
import { readPageText } from './page-text.server.ts'
import { sectionOf } from './sections.ts'
import styles from './form-guide.module.css'
import type { Route } from './+types/form-guide.ts'

const forms = {
  'fellow-nomination-form': {
    questions: fellowQuestions,
    subject: 'fellow',
    back: { href: '/fellowship', label: 'Fellowship' },
  },
  'associate-fellow-nomination-form': {
    questions: associateFellowQuestions,
    subject: 'associate-fellow',
    back: { href: '/fellowship/associate-fellowship', label: 'Associate Fellowship' },
  },
  'membership-form': {
    questions: membershipQuestions,
    subject: 'membership',
    back: { href: '/membership/rules', label: 'Membership rules' },
  },
} as const

export async function loader({ context, url }: Route.LoaderArgs) {
  const { pathname } = url
  const slug = pageSlugAt(pathname) as keyof typeof forms
  const calls = await listCalls(context.get(dbContext), context.get(nowContext))
  const call = callFor(calls, forms[slug].subject)
  return { slug, pathname, call, text: await readPageText(context, slug) }
}

export default function FormGuide({ loaderData: { slug, pathname, call, text } }: Route.ComponentProps) {
  const { settings } = useSite()
  const { element } = sectionOf(pathname)
  const { questions, back } = forms[slug]
  return (
    <>
      <PageHead title={text.title} description={text.lead ?? text.title} />
      <BarePage siteTitle={settings.societyName} element={element} back={back}>
        <PageTitle element={element} title={text.title} lead={text.lead} />
        {call && (
          <Notice
            title={
              <>
                {call.title} {call.sample && <SampleMark />}
              </>
            }
          >
            <p>
              <CallTime call={call} />
            </p>
          </Notice>
        )}
        <Notice>
          <p>
            The form cannot be filled in on this site yet. Prepare your answers with the sheet below; they are
            what it will ask for.
          </p>
        </Notice>
        <PageSections sections={text.sections} pictures={text.pictures} />
        <section className={styles.questions}>
          <h2 id="questions">What the form asks</h2>
          <p data-screen="">Print this page for a sheet to prepare your answers on.</p>
          <QuestionSheet groups={questions} />
        </section>
      </BarePage>
    </>
  )
}

function CallTime({ call }: { call: CallNow }) {
  const { state, opensAt = 0, closesAt } = call
  if (state === 'ahead')
    return (
      <>
        Not open yet. Opens <Moment at={new Date(opensAt)} />.
      </>
    )
  if (closesAt === undefined) return 'Open now.'
  return (
    <>
      {state === 'open' ? 'Open until' : 'Closed since'} <Moment at={new Date(closesAt)} />.
      {state === 'closed' && ' When nominations open again, the home page says so.'}
    </>
  )
}
