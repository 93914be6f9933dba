import { data, Form } from 'react-router'
import { wordingForm } from '#features/letters/form.ts'
import { sampleFacts, type LetterDefinition } from '#features/letters/definition.ts'
import { composeLetter } from '#features/letters/operations.server.tsx'
import { isDefaultNewer } from '#features/letters/default-hash.server.ts'
import { findReplacedHash, findWording } from '#features/letters/queries.server.ts'
import { changeWording, resetWording } from '#features/letters/wording-operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { begin, given } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unlessWrong, withoutSecrets } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { undoButton } from '#server/input/shown-hash.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Field, TextAreaField } from '#ui/form/field.tsx'
import { findLetter } from './all-letters.ts'
import styles from './letters.module.css'
import type { Route } from './+types/letter-wording.ts'

const route = 'routes/staff/letters/letter-wording'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  const letter = letterAt(args.params.kind)
  const own = await findWording(db, letter)
  const { subject, body } = own ?? letter
  const preview = await previewOf(args, letter, { subject, body })
  const storedHash = await findReplacedHash(db, letter)
  const isToCompare = storedHash !== undefined && isDefaultNewer(letter, storedHash)
  return {
    title: letter.subject,
    when: letter.when,
    placeholders: letter.placeholders.map(({ name, means }) => ({ name, means })),
    subject,
    body,
    preview,
    isChanged: own !== undefined,
    toCompare: isToCompare ? { subject: letter.subject, body: letter.body } : undefined,
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const letter = letterAt(args.params.kind)
  const act = args.url.searchParams.get('do')
  const page = `/admin/letters/${letter.key}`
  if (act === 'reset') {
    const undoing = unlessWrong(await readForm(args.request, undoButton))
    const outcome = await resetWording(db, actor, letter, undoing, now)
    if (!outcome.ok) return refuse(409, { body: changedSince })
    const { before, shownHash } = outcome
    return redirectWithFlash(args, page, { key: 'wording-reset', letter: letter.key, before, shownHash })
  }
  const form = await readForm(args.request, wordingForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  if (act === 'preview')
    return { preview: await previewOf(args, letter, form.answers), typed: withoutSecrets(form.typed) }
  if (actor.kind !== 'staff') throw new Error('Only staff may come here.')
  const outcome = await changeWording(db, actor, letter, form.answers, now)
  if (outcome.ok) {
    const { before = 'default', shownHash } = outcome
    return redirectWithFlash(args, page, { key: 'wording-saved', letter: letter.key, before, shownHash })
  }
  if (outcome.reason === 'conflict') return refuse(409, { body: changedSince })
  return refuse(409, { body: wordingSentence(outcome) }, form.typed)
}

function letterAt(key: string): LetterDefinition {
  const letter = findLetter(key)
  if (letter) return letter
  throw data({ sentence: 'This email template does not exist.' }, { status: 404 })
}

/** With sample values in the braces, as its reader would see it. */
async function previewOf(
  args: Route.LoaderArgs | Route.ActionArgs,
  letter: LetterDefinition,
  wording: { subject: string; body: string },
) {
  const { db, config } = given(args)
  const { societyName } = await readSettings(db)
  const facts = sampleFacts(letter)
  const link = `${config.origin}/…`
  const { subject, text } = composeLetter(letter, wording, {
    facts,
    link,
    to: 'Dr Sample Reader',
    societyName,
  })
  return { subject, text }
}

function wordingSentence({ unknown, missing }: { unknown: string[]; missing: string[] }): string {
  const inBraces = (names: string[]) => names.map((name) => `{${name}}`).join(', ')
  return unknown.length > 0
    ? `Text: ${inBraces(unknown)} cannot be filled in here. Use only the placeholders listed on this page.`
    : `Text: add ${inBraces(missing)}. This email needs it.`
}

export default function LetterWording({ loaderData, actionData }: Route.ComponentProps) {
  const { title, when, placeholders, isChanged, toCompare } = loaderData
  const errors: Record<string, string> = actionData && 'errors' in actionData ? actionData.errors : {}
  const typed = actionData?.typed ?? {}
  const preview = actionData && 'preview' in actionData ? actionData.preview : loaderData.preview
  return (
    <>
      <StaffTitle
        title={title}
        hasErrors={Object.keys(errors).length > 0}
        back={{ href: '/admin/letters', label: 'Email templates' }}
      />
      <ErrorSummary errors={actionData && 'errors' in actionData ? actionData.errors : undefined} />
      <p>{when}.</p>
      {toCompare !== undefined && (
        <Notice kind="warning" title="Compare your text with the default text">
          <p>
            The default text may have changed since you wrote yours. Compare the two. Save your text to keep
            it, or restore the default text.
          </p>
          <details>
            <summary>Default text</summary>
            <div className={styles.preview}>
              <strong>{toCompare.subject}</strong>
              {`\n\n${toCompare.body}`}
            </div>
          </details>
        </Notice>
      )}
      <div className={styles.columns}>
        <Form method="post" noValidate key={`${loaderData.subject}${loaderData.body}`}>
          <Field
            name="subject"
            label="Subject"
            width="full"
            maxLength={150}
            defaultValue={typed['subject'] ?? loaderData.subject}
            error={errors['subject']}
          />
          <TextAreaField
            name="body"
            label="Text"
            hint="Separate paragraphs with an empty line. We add the greeting, the link and the Academy’s name."
            rows={16}
            defaultValue={typed['body'] ?? loaderData.body}
            error={errors['body']}
          />
          <div className={styles.buttons}>
            <Button>Save</Button>
            <Button look="secondary" formAction="?do=preview">
              Preview
            </Button>
          </div>
        </Form>
        <div className={styles.reading}>
          <h2>Preview</h2>
          <p>
            <strong>{preview.subject}</strong>
          </p>
          <div className={styles.preview}>{preview.text}</div>
          {placeholders.length > 0 && <h2>Placeholders</h2>}
          <Facts facts={placeholders.map(({ name, means }) => ({ label: `{${name}}`, value: means }))} />
          {isChanged && (
            <Form method="post" action="?do=reset">
              <Button look="secondary">Restore the default text</Button>
            </Form>
          )}
        </div>
      </div>
    </>
  )
}
