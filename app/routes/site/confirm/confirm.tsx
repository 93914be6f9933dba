import { data, Form } from 'react-router'
import { linkPurposes, type LinkPurpose } from '#features/cases/purposes.ts'
import { sizeText } from '#features/media/size-text.ts'
import { QuestionField } from '#features/forms/question-field.tsx'
import { ShownAnswers } from '#features/forms/shown-answers.tsx'
import type { FileQuestion, FormPart, Question } from '#features/forms/questions.ts'
import { confirmationFormsFor } from '#features/nominations/awards/confirmation-forms-for.ts'
import { declining, decliningProposal, withoutConsent } from '#features/nominations/confirmation-forms.ts'
import { Button } from '#ui/form/button.tsx'
import { Day, Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { actOn } from './confirm-acts.server.ts'
import { showConfirmation, type ShownConfirmation } from './shown-confirmation.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { LinkFields } from './link-fields.tsx'
import { StatusForms } from './status-forms.tsx'
import type { Route } from './+types/confirm.ts'

/** Where a link in a letter about a case leads. Opening it only shows; the button on the page acts. */

export const handle = { hydrate: true }

export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/confirm/confirm')
  const { context, params, url } = args
  const purpose = readPurpose(params.purpose)
  const token = url.searchParams.get('token') ?? ''
  return { purpose, token, shown: await showConfirmation(context, purpose, token) }
}

/** The page shows what only its recipient may see. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export function action(args: Route.ActionArgs) {
  begin(args, 'routes/site/confirm/confirm')
  return actOn(args, readPurpose(args.params.purpose))
}

function readPurpose(text: string): LinkPurpose {
  const known = linkPurposes.find((purpose) => purpose === text)
  if (known) return known
  throw data(
    { sentence: 'There is no page at this address. Check that you copied the whole link from our email.' },
    { status: 404 },
  )
}

export default function Confirm({ loaderData: { purpose, token, shown }, actionData }: Route.ComponentProps) {
  const errors = actionData && 'errors' in actionData ? actionData.errors : undefined
  const typed = actionData && 'typed' in actionData ? actionData.typed : {}
  const done = actionData && 'done' in actionData ? actionData : undefined
  const title = done?.title ?? shown?.title ?? 'This link has expired'
  return (
    <SitePage
      column
      hidden
      title={title}
      description="A confirmation page for the person we emailed."
      hasErrors={errors !== undefined}
    >
      <ErrorSummary errors={errors} />
      {done ? (
        <Notice kind="success">
          <p>{done.done}</p>
          {purpose === 'verify' && (
            <p>
              <a href="/case-status">Track an application</a> shows you at any time what is still missing.
            </p>
          )}
        </Notice>
      ) : (
        <Body {...{ purpose, token, shown, errors: errors ?? {}, typed }} />
      )}
    </SitePage>
  )
}

interface BodyProps {
  purpose: LinkPurpose
  token: string
  shown: ShownConfirmation | undefined
  errors: Record<string, string>
  typed: Record<string, string>
}

function Body({ purpose, token, shown, errors, typed }: BodyProps) {
  if (!shown)
    return (
      <Notice kind="warning">
        <p>
          This link has expired, was already used, or was replaced by a newer one. Open the link in our newest
          email. If you have no newer email from us, contact the office.
        </p>
      </Notice>
    )
  return (
    <>
      <p>{shown.lead}</p>
      <Facts
        facts={[
          { label: 'Reference', value: shown.reference },
          { label: 'About', value: shown.about },
          { label: 'Citation', value: shown.election?.citation },
          {
            label: shown.caseType === 'award' ? 'Selected on' : 'Elected on',
            value: shown.election?.electedOn && <Day date={shown.election.electedOn} />,
          },
          { label: 'Status', value: shown.statusLabel },
          { label: 'Since', value: shown.since !== undefined && <Moment at={new Date(shown.since)} /> },
          { label: 'What is missing', value: shown.missing },
          {
            label: 'Due by',
            value: shown.missing && shown.due && <Moment at={new Date(shown.due)} />,
          },
          {
            label: 'Amount due',
            value: shown.pay && (
              <>
                {shown.pay.amount}: <a href={shown.pay.href}>how to pay</a>
              </>
            ),
          },
          { label: 'Message from the office', value: shown.reason },
          { label: 'Message from the nominee', value: shown.wish },
        ]}
      />
      <ShownAnswers
        parts={shown.parts}
        level={2}
        fileView={({ id, name, bytes }) => (
          <a href={`/confirm/${purpose}/files/${id}?token=${encodeURIComponent(token)}`}>
            {name} ({sizeText(bytes)})
          </a>
        )}
      />
      <StatusForms {...{ token, shown, errors, typed }} />
      {shown.details && <DetailsForm {...{ token, shown }} />}
      {shown.asks && <h2>{confirmationFormOf(shown, shown.asks).part.title}</h2>}
      {shown.button && shown.isGrave && <h2>Withdraw</h2>}
      {shown.button && <AnswerForm {...{ purpose, token, shown, errors, typed }} button={shown.button} />}
      {purpose === 'second' && (
        <DecliningForm {...{ token, shown, errors, typed }} part={declining}>
          We will ask the proposer to name someone else.
        </DecliningForm>
      )}
      {purpose === 'verify' && shown.caseType !== 'membership' && (
        <DecliningForm {...{ token, shown, errors, typed }} part={decliningProposal}>
          We email nobody else about this nomination before you confirm it.
        </DecliningForm>
      )}
    </>
  )
}

/** Nominees who have not filled in the details yet give their consent at the end of that form. */
function confirmationFormOf(
  { caseType, details }: ShownConfirmation,
  asks: NonNullable<ShownConfirmation['asks']>,
) {
  const form = confirmationFormsFor(caseType)[asks]
  return asks === 'consent' && details === 'missing' ? withoutConsent(form) : form
}

/** Opens the share of the form that the nominee fills in. */
function DetailsForm({ token, shown }: { token: string; shown: ShownConfirmation }) {
  const isMissing = shown.details === 'missing'
  return (
    <Form method="post">
      <h2>{isMissing ? 'If you agree' : 'Correct your details'}</h2>
      <p>
        {isMissing
          ? 'The proposer has left these to you: your personal details, career, publications and files. Fill them in and agree at the end of the form. You can stop at any time and continue later with the same link.'
          : 'If any of your personal details, career, publications or files are wrong, you can correct them yourself. You then agree at the end of the form.'}
      </p>
      <LinkFields token={token} hash={shown.hash} />
      <input type="hidden" name="details" value="open" />
      <Button look={isMissing ? 'primary' : 'secondary'}>
        {isMissing ? 'Fill in my details' : 'Correct my details'}
      </Button>
    </Form>
  )
}

function AnswerForm({
  token,
  shown,
  errors,
  typed,
  button,
}: BodyProps & { shown: ShownConfirmation; button: string }) {
  const questions = shown.asks ? confirmationFormOf(shown, shown.asks).part.questions : []
  return (
    <Form method="post" encType={encodingFor(questions)} noValidate>
      <LinkFields token={token} hash={shown.hash} />
      <QuestionFields {...{ questions, typed, errors }} savedName={shown.savedFile} />
      {shown.isGrave && (
        <p>
          If you withdraw, we close the nomination or application permanently and send no more emails about
          it. To try again, you can start a new form with the same answers.
        </p>
      )}
      <Button id="form" look={shown.isGrave ? 'secondary' : 'primary'}>
        {button}
      </Button>
    </Form>
  )
}

interface DecliningProps extends Omit<BodyProps, 'purpose' | 'shown'> {
  shown: ShownConfirmation
  part: FormPart
  children: string
}

function DecliningForm({ token, shown, errors, typed, part, children }: DecliningProps) {
  return (
    <Form method="post" noValidate>
      <h2>{part.title}</h2>
      <p>{children}</p>
      <LinkFields token={token} hash={shown.hash} />
      <QuestionFields questions={part.questions} {...{ typed, errors }} />
      <Button look="secondary">Submit my answer</Button>
    </Form>
  )
}

interface QuestionFieldsProps {
  questions: readonly Question[]
  errors: Record<string, string>
  typed: Record<string, string>
  savedName?: string | undefined
}

/** No question behind a link has rows. */
function QuestionFields({ questions, errors, typed, savedName }: QuestionFieldsProps) {
  return questions.map((question) =>
    question.kind === 'repeat' ? null : question.kind === 'file' ? (
      <FileQuestionField key={question.name} {...{ question, errors, savedName }} />
    ) : (
      <QuestionField key={question.name} {...{ question, typed, errors }} />
    ),
  )
}

function encodingFor(questions: readonly Question[]) {
  return questions.some(({ kind }) => kind === 'file')
    ? 'multipart/form-data'
    : 'application/x-www-form-urlencoded'
}

interface FileQuestionProps {
  question: FileQuestion
  errors: Record<string, string>
  savedName: string | undefined
}

function FileQuestionField({ question, errors, savedName }: FileQuestionProps) {
  const { name, label, hint, types } = question
  const known =
    savedName && `You have already sent us “${savedName}”. If you choose another file, it replaces that one.`
  return (
    <Field
      type="file"
      {...{ name, label }}
      hint={[hint, known].filter(Boolean).join(' ')}
      optional
      accept={types.map((type) => `image/${type}`).join(',')}
      error={errors[name]}
    />
  )
}
