import { useState } from 'react'
import {
  data,
  Form,
  isRouteErrorResponse,
  redirectDocument,
  useNavigation,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { dayInIndia } from '#features/cases/references.server.ts'
import { keepDraftToken } from '#features/forms/cookies.ts'
import { fillIn } from '#features/forms/fields.ts'
import { askedParts, isAsked } from '#features/forms/questions.ts'
import { privateFilesContext } from '#server/context.server.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FeePanel } from './fee-panel.tsx'
import { FormPage, NothingBegun } from './form-page.tsx'
import { KeepWhileWriting } from './keep-while-writing.tsx'
import { PartFields } from './part-fields.tsx'
import { feeIn, isLive, placeToAct, placeToRead, standingIn, type Place } from './place.server.ts'
import { saveSentPart } from './saving.server.ts'
import { StandingNote } from './standing-note.tsx'
import styles from './part.module.css'
import type { Route } from './+types/part.ts'

/** One part of a form, on a page of its own. */

export const handle = { hydrate: true }

export async function loader(args: Route.LoaderArgs) {
  const place = await placeToRead(args, 'part')
  const { about, draft } = place
  const part = partOf(place, args.params.part)
  if (!isLive(place)) return { about, sentAs: draft?.sentAs }
  const { answers, files, expiresAt } = place.draft
  const names = askedParts(place.form, answers).map(({ name }) => name)
  const own = new Set(part.questions.map(({ name }) => name))
  // What hangs on an answer of this page is sent along, to be shown as soon as that is given.
  const questions = part.questions.filter((one) => isAsked(one, answers) || own.has(one.when?.question ?? ''))
  return {
    about,
    page: {
      part: { ...part, questions },
      step: { at: names.indexOf(part.name) + 1, of: names.length },
      typed: fillIn(part, answers),
      files: files.map(({ id, question, name, bytes }) => ({ id, question, name, bytes })),
      version: place.draft.version,
      shown: args.url.searchParams.get('shown') ?? '',
      hasMore: args.url.searchParams.has('more'),
      standing: standingIn(place, place.draft),
      keptUntil: dayInIndia(expiresAt),
      fee: part.name === 'payment' ? feeIn(place, place.draft) : undefined,
    },
  }
}

export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  const place = await placeToAct(args, 'part')
  const part = partOf(place, args.params.part)
  const saved = await saveSentPart(place, args.context.get(privateFilesContext), part, args.request)
  if ('version' in saved)
    return data(
      { kept: { version: saved.version, isKept: saved.isKept } },
      { headers: { 'set-cookie': cookieOf(place) } },
    )
  if (!('to' in saved)) return data({ errors: saved.errors, typed: saved.typed }, saved.status)
  return redirectDocument(saved.to, { headers: { 'set-cookie': cookieOf(place) } })
}

/** With a cookie that lives as long as the draft does from now on. */
function cookieOf({ process, config, token = '' }: Place): string {
  return keepDraftToken(process.name, token, config.origin)
}

/**
 * What is kept while somebody writes stands on the page already. What was saved with faults is looked at anew, because
 * the form may have closed meanwhile; when the site cannot be reached, the page must stay as it is.
 */
export function shouldRevalidate(asked: Asked) {
  if (asked.formData?.has('keep')) return false
  return asked.actionStatus === 400 || asked.defaultShouldRevalidate
}

type Asked = Pick<ShouldRevalidateFunctionArgs, 'formData' | 'actionStatus' | 'defaultShouldRevalidate'>

function partOf({ form }: Place, name: string) {
  const part = form.parts.find((one) => one.name === name)
  if (part) return part
  throw data({ sentence: 'This form has no such part.' }, { status: 404 })
}

/** When the site cannot be reached, or answers with a fault of its own, the page stays with all that was typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (cause) {
    if (cause instanceof Response) throw cause
    const sentence = isRouteErrorResponse(cause) ? ourFault : unreachable
    return data({ errors: { form: sentence }, typed: undefined }, 503)
  }
}

const unreachable =
  'The site cannot be reached. Check your connection and save again; your text is still here.'
const ourFault = 'Something went wrong on our side. Save again in a few minutes; your text is still here.'

export default function PartPage({ loaderData, actionData: answered }: Route.ComponentProps) {
  // What was kept on the way comes as an answer of its own, never as that of the page.
  const actionData = answered && 'errors' in answered ? answered : undefined
  const { about, page, sentAs } = loaderData
  const { state } = useNavigation()
  const [underWay, setUnderWay] = useState(0)
  const errors: Record<string, string> = actionData?.errors ?? {}
  if (!page) return <LostPart about={about} sentAs={sentAs} actionData={actionData} />
  const { part, step, files, fee } = page
  const isSending = state !== 'idle' || underWay > 0
  const hasFiles = part.questions.some(({ kind }) => kind === 'file')
  return (
    <FormPage about={about} title={part.title} errors={actionData?.errors}>
      <p className={styles.step}>
        Part {step.at} of {step.of}
      </p>
      {page.standing.state !== 'open' && <StandingNote standing={page.standing} keptUntil={page.keptUntil} />}
      {page.hasMore && !actionData && (
        <Notice kind="warning">
          <p>Your answers are saved. Because of one of them there is more to answer on this page.</p>
        </Notice>
      )}
      {part.note && <p>{part.note}</p>}
      {fee && <FeePanel {...fee} />}
      <Form
        key={part.name}
        id="form"
        method="post"
        action={`${about.href}/${part.name}`}
        noValidate
        {...(hasFiles && { encType: 'multipart/form-data' as const })}
      >
        {/* The first button is the one that Enter presses, so it stands before all that add and remove. */}
        <button type="submit" name="go" value="on" hidden tabIndex={-1} aria-hidden="true" />
        <PartFields
          part={part}
          typed={actionData?.typed ?? page.typed}
          errors={errors}
          files={files}
          shown={page.shown}
          uploadTo={`${about.href}/upload`}
          onUpload={(change) => setUnderWay((count) => count + change)}
        />
        <KeepWhileWriting
          action={`${about.href}/${part.name}`}
          version={page.version}
          isLeaving={isSending}
        />
        <div className={styles.buttons}>
          <Button name="go" value="on" disabled={isSending}>
            {underWay > 0 ? 'Sending files …' : isSending ? 'Saving …' : 'Save and go on'}
          </Button>
          <Button name="go" value="list" look="secondary" disabled={isSending}>
            Save and return to the list
          </Button>
        </div>
      </Form>
    </FormPage>
  )
}

interface LostProps {
  about: Parameters<typeof NothingBegun>[0]['about']
  sentAs: string | undefined
  actionData: { errors: Record<string, string>; typed: Record<string, string> | undefined } | undefined
}

/** There is no draft to keep it in, so what was typed is shown to be copied. */
function LostPart({ about, sentAs, actionData }: LostProps) {
  if (!actionData) return <NothingBegun about={about} sentAs={sentAs} />
  return (
    <FormPage about={about} title="This form is no longer there" errors={actionData.errors} back={about.back}>
      <dl id="form" className={styles.lost} tabIndex={-1}>
        {Object.entries(actionData.typed ?? {})
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </FormPage>
  )
}
