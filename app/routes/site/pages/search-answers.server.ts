import { pageAddress } from '#features/content/addresses/addresses.ts'
import type { CallSubject } from '#features/content/kinds/call.ts'
import { dateInWords } from '#features/content/kinds/event-lines.ts'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import { findNextConference } from '#features/content/reading/home-queries.server.ts'
import { findEntry, listLatest } from '#features/content/reading/queries.server.ts'
import { callFor, type CallNow } from '#features/calls/call.ts'
import { listPublicCalls } from '#features/calls/queries.server.ts'
import { topicsOf, type Topic } from '#features/search/topics.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Settings } from '#features/settings/settings.ts'
import type { begin } from '#routes/request/begin.server.ts'
import { feeSentence, feesOf } from '#routes/site/forms/fees.ts'
import { officeTimeInWords } from '#office-time.ts'
import { fellowsAnswer } from './fellows-answer.server.ts'
import { formatDays } from '#ui/foundations/dates.ts'

/** What the site knows about the things that people ask most, shown above the results. */
export interface TopAnswer {
  title: string
  href: string
  lines: string[]
}

export type AnswerSource = Pick<ReturnType<typeof begin>, 'db' | 'now'>
type Known = AnswerSource & { settings: Settings }

export async function answersTo({ db, now }: AnswerSource, question: string): Promise<TopAnswer[]> {
  const topics = topicsOf(question)
  const fellows = await fellowsAnswer({ db, now }, question)
  const answers: TopAnswer[] = fellows ? [fellows] : []
  if (topics.length === 0) return answers
  const settings = await readSettings(db)
  for (const topic of topics) {
    const answer = await answerOf[topic]({ db, settings, now })
    if (answer) answers.push(answer)
  }
  return answers
}

const answerOf: Record<Topic, (known: Known) => Promise<TopAnswer | undefined> | TopAnswer | undefined> = {
  fees: ({ settings }) => {
    const fees = feesOf(settings)
    const lines = fees.map(({ name, where, fee }) => `${name}, ${where}: ${fee}`)
    return { title: 'Membership fees', href: '/membership', lines: [...lines, feeSentence(fees)] }
  },
  fellow: (known) => electionAnswer(known, 'How to become a Fellow', 'fellowship', 'fellow'),
  'associate-fellow': (known) =>
    electionAnswer(known, 'How to become an Associate Fellow', 'associate-fellowship', 'associate-fellow'),
  'self-nomination': async ({ db, settings, now }) => {
    const call = callFor(await listPublicCalls(db, now, settings), 'fellow')
    const lines = [
      'You cannot nominate yourself as a Fellow.',
      call?.nominators && `Who may nominate: ${call.nominators}`,
    ]
    return { title: 'Nominations', href: '/fellowship', lines: lines.filter(isText) }
  },
  member: () => ({
    title: 'How to become a member',
    href: '/membership',
    lines: ['Choose a class of membership, then fill in the membership form.'],
  }),
  deadlines: async ({ db, settings, now }) => {
    const { open } = await listPublicCalls(db, now, settings)
    const lines = open.map((call) =>
      call.closesAt === undefined ? `${markedTitle(call.title, call.sample)}: open now` : openUntil(call),
    )
    return {
      title: 'Open calls',
      href: '/calendar',
      lines: lines.length > 0 ? lines : ['No call is open at the moment.'],
    }
  },
  contact: ({ settings: { email, phone, postalAddress } }) => ({
    title: 'Contact the office',
    href: '/contact-us',
    lines: [email, phone, postalAddress, 'You can also send a message with the form.'].filter(Boolean),
  }),
  'next-conference': async ({ db, now }) => {
    const next = await findNextConference(db, now)
    if (!next?.isAhead)
      return {
        title: 'Conferences',
        href: '/conferences',
        lines: ['The next conference has not been announced yet.'],
      }
    const { slug, sample, data } = next.conference
    const when = data.startsOn ? formatDays(data.startsOn, data.endsOn) : dateInWords(data)
    const title = markedTitle(data.title, sample)
    return { title, href: `/conferences/${slug}`, lines: [when, data.city].filter(isText) }
  },
  newsletter: () => ({
    title: 'Newsletter by email',
    href: '/newsletter',
    lines: ['Subscribe on the newsletter page. Each email has a link to unsubscribe.'],
  }),
  'latest-issue': async ({ db }) => {
    const [issue] = await listLatest(db, 'newsletter', 1)
    if (!issue) return undefined
    const { slug, sample, data } = issue
    const title = markedTitle(data.title, sample)
    const lines = [data.summary, data.period].filter(isText).slice(0, 1)
    return { title: `Latest issue: ${title}`, href: `/newsletter/${slug}`, lines }
  },
  figures: () => ({
    title: 'Fellows in figures',
    href: '/fellowship/figures',
    lines: ['Fellows by discipline, state, country and year of election.'],
  }),
  history: () => ({
    title: 'History',
    href: '/iaps/history',
    lines: ['Conferences, lectures, awards, newsletters and councils, year by year.'],
  }),
  certificate: () => ({
    title: 'Check a certificate',
    href: '/certificates',
    lines: ['Enter the code on the certificate to see whether it is valid.'],
  }),
  status: () => ({
    title: 'Track an application',
    href: '/case-status',
    lines: ['Get the status of your nomination or membership application by email.'],
  }),
  'own-page': () => ({
    title: 'My page',
    href: '/my-page',
    lines: ['For people in the register: your details, membership and certificates. You need no password.'],
  }),
  'sign-in': () => ({
    title: 'Sign in',
    href: '/admin/admin-editor-login',
    lines: ['For editors and administrators. Members and applicants do not need an account.'],
  }),
  journal: ({ settings: { journalTitle, journalUrl } }) =>
    journalUrl
      ? {
          title: journalTitle,
          href: journalUrl,
          lines: ['The journal has its own website for reading and submitting papers.'],
        }
      : undefined,
}

/** Who is elected, who nominates, and until when. */
async function electionAnswer(
  { db, settings, now }: Known,
  title: string,
  page: 'fellowship' | 'associate-fellowship',
  subject: CallSubject,
): Promise<TopAnswer | undefined> {
  const text = await findEntry(db, 'page', page)
  if (!text?.data.lead) return undefined
  const call = callFor(await listPublicCalls(db, now, settings), subject)
  const nominators = call?.nominators && `Who may nominate: ${call.nominators}`
  const until = call?.state === 'open' && call.closesAt !== undefined && openUntil(call)
  return { title, href: pageAddress(page), lines: [text.data.lead, nominators, until].filter(isText) }
}

function openUntil({ title, sample, closesAt = 0 }: CallNow) {
  return `${markedTitle(title, sample)}: closes ${officeTimeInWords(closesAt)}`
}

function isText(text: string | false | undefined): text is string {
  return Boolean(text)
}
