import { dayMs, officeDay } from '#office-time.ts'
import { findSentForm } from '#features/cases/sent-form.server.ts'
import { textOf } from '#features/forms/questions.ts'
import { lacksDetails } from '#features/nominations/details/details.ts'
import { ButtonLink } from '#ui/form/button.tsx'
import { Day, Moment } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { FeePanel } from './fee-panel.tsx'
import { FormPage, NothingStarted } from './form-page.tsx'
import { feeIn, readFormSession } from './form-session.server.ts'
import styles from './sent.module.css'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/sent.ts'

/** After submission: the reference, what happens next and by when. */
export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/forms/sent')
  const formSession = await readFormSession(args)
  const { about, draft, caseType, db } = formSession
  const reference = draft?.sentAs
  const sent = reference && (await findSentForm(db, caseType.name, reference))
  if (!draft || !sent) return { about }
  const { first, states } = caseType.workflow
  const days = states[first]?.after?.days ?? 30
  const waitsForPeople = sent.state === first
  return {
    about,
    sent: {
      reference: sent.reference,
      receivedAt: sent.receivedAt,
      answerBy: officeDay(
        (waitsForPeople && sent.dueAt) || new Date(sent.receivedAt.getTime() + days * dayMs),
      ),
      isMembership: caseType.name === 'membership',
      isNominee: formSession.isNominee,
      isAward: caseType.name === 'award',
      // If a correction named someone else, that person is asked before the office looks at it again.
      isCorrected: draft.reopens !== undefined && !waitsForPeople,
      isAskedAgain: draft.reopens !== undefined && waitsForPeople,
      hasSeconder: textOf(sent.answers, 'seconderEmail') !== '',
      lacksDetails: lacksDetails(sent.answers),
      email: caseType.aboutOf(sent.answers).senderEmail,
      fee: feeIn(formSession, { id: draft.id, answers: sent.answers }),
      savedUntil: officeDay(draft.expiresAt),
    },
  }
}

export function headers() {
  return { 'cache-control': 'no-store' }
}

export default function Sent({ loaderData: { about, sent } }: Route.ComponentProps) {
  if (!sent) return <NothingStarted about={about} />
  const { reference, receivedAt, savedUntil, fee } = sent
  return (
    <FormPage about={about} title="We have received your form" back={about.back}>
      <Notice kind="success" title={`Your reference is ${reference}`}>
        <p>
          {sent.isNominee ? 'We received the nomination' : 'Received'} <Moment at={receivedAt} />. Quote this
          reference when you write to us.
        </p>
      </Notice>
      <section className={styles.next} aria-labelledby="next">
        <h2 id="next">What happens next</h2>
        {sent.isNominee ? (
          <p>
            We have recorded your consent and your details. If the nomination has a seconder, we now ask for
            their remarks; then the Academy considers it. We will email you if you are{' '}
            {sent.isAward ? 'selected' : 'elected'}.
          </p>
        ) : sent.isCorrected ? (
          <p>The office will check your corrections and email you if something is still missing.</p>
        ) : sent.isAskedAgain ? (
          <p>
            We have emailed the next person who has to answer. We will email you when everyone has answered.
          </p>
        ) : sent.isMembership ? (
          <NextForApplicant sent={sent} />
        ) : (
          <NextForProposer sent={sent} />
        )}
      </section>
      {!sent.isNominee && (
        <p>
          <a href="/case-status">Track an application</a> shows you at any time what is still missing.
        </p>
      )}
      {fee && <FeePanel {...fee} />}
      <section className={styles.next} aria-labelledby="copy">
        <h2 id="copy">Keep a copy</h2>
        <p>
          The copy has all your answers and the names of your files. You can download it here until{' '}
          <Day date={savedUntil} />.
        </p>
        <ButtonLink href={`${about.href}/copy`} look="secondary">
          Open a copy (PDF)
        </ButtonLink>
      </section>
    </FormPage>
  )
}

interface Next {
  sent: { email: string; answerBy: string; hasSeconder: boolean; lacksDetails: boolean }
}

function NextForApplicant({ sent: { email, answerBy } }: Next) {
  return (
    <ol>
      <li>
        We have emailed {email}. Open the link in that email and confirm your address by{' '}
        <Day date={answerBy} />. Otherwise the application lapses.
      </li>
      <li>The office will then check your application and email you if something is missing.</li>
      <li>We will email you the decision, with your membership number if you are enrolled.</li>
    </ol>
  )
}

function NextForProposer({ sent: { email, answerBy, hasSeconder, lacksDetails } }: Next) {
  return (
    <ol>
      <li>
        We have emailed {email}. Open the link in that email and confirm by <Day date={answerBy} /> that the
        nomination is yours. Otherwise it lapses.
      </li>
      <li>
        Then we email the nominee, who reads what you wrote about them and agrees or asks you to correct it.
        {lacksDetails && ' The nominee also fills in the details that you left to them.'} Until you confirm,
        we email nobody else.
      </li>
      {hasSeconder && (
        <li>
          When the nominee has agreed, we email the seconder a link to the nomination, for remarks and a
          declaration. Each of them has 30 days to answer. Without an answer the nomination lapses.
        </li>
      )}
      <li>
        Then the office scrutinises the nomination. We will email you when that starts, and if something needs
        correcting.
      </li>
      <li>Nominations are confidential. Please do not talk about this one to others.</li>
    </ol>
  )
}
