import { useEffect, useRef, useState, type RefObject } from 'react'
import {
  data,
  Form,
  isRouteErrorResponse,
  redirectDocument,
  useNavigation,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { officeDay } from '#office-time.ts'
import { setDraftToken } from '#routes/request/draft-cookies.server.ts'
import { fillIn, type TypedFields } from '#features/forms/fields.ts'
import { applicableParts, isApplicable, type FormPart } from '#features/forms/questions.ts'
import { newToken } from '#server/config/tokens.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { FeePanel } from './fee-panel.tsx'
import { FormPage, NothingStarted, type FormHeading } from './form-page.tsx'
import { LostPart, type RefusedPart } from './lost-part.tsx'
import { SaveWhileWriting } from './saving/save-while-writing.tsx'
import { textsByLabel } from './part-answers.ts'
import { PartFields } from './part-fields.tsx'
import { feeIn, isLive, readFormSession, callStatusIn, type FormSession } from './form-session.server.ts'
import type { SeenFields } from './saving/read-controls.ts'
import { saveSentPart } from './saving/saving.server.ts'
import { savedText, shownOthers } from './saving/shown-merge.ts'
import { CallStatusNote } from './call-status-note.tsx'
import { removeUnsent } from './saving/unsent.ts'
import { textsOf, useSharedDraft, type SharedDraft } from './saving/use-shared-draft.ts'
import styles from './part.module.css'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash, takeFlash } from '#routes/request/flash.server.ts'
import type { Route } from './+types/part.ts'

/** One part of a form, on its own page. */

export const handle = { hydrate: true }

export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/forms/part')
  const formSession = await readFormSession(args)
  const { about, draft } = formSession
  const part = partOf(formSession, args.params.part)
  if (!isLive(formSession))
    return data({ about, page: undefined, sentAs: draft?.sentAs, isTakenOver: formSession.isTakenOver })
  const { id, answers, files, expiresAt, savedAt, version } = formSession.draft
  const { flash, headers } = takeFlash(args)
  const typed = fillIn(part, answers)
  const names = applicableParts(formSession.form, answers).map(({ name }) => name)
  const own = new Set(part.questions.map(({ name }) => name))
  // Questions that depend on an answer of this page are included, to be shown as soon as it is given.
  const questions = part.questions.filter(
    (one) => isApplicable(one, answers) || own.has(one.when?.question ?? ''),
  )
  const shown = {
    ...{ about, sentAs: undefined, isTakenOver: undefined },
    page: {
      draft: id,
      part: { ...part, questions },
      step: { at: names.indexOf(part.name) + 1, of: names.length },
      typed,
      // Only changes made on the page count as typed; each page has its own name.
      seen: { page: newToken().slice(0, 16), step: 0, fields: typed } satisfies SeenFields,
      others: shownOthers(part, formSession.draft, formSession.now),
      savedAt: version > 1 ? savedText(savedAt, formSession.now) : undefined,
      files: files.map(({ id, question, name, bytes }) => ({ id, question, name, bytes })),
      version,
      shown: args.url.searchParams.get('shown') ?? '',
      hasMore: args.url.searchParams.has('more'),
      flash,
      callStatus: callStatusIn(formSession, formSession.draft),
      savedUntil: officeDay(expiresAt),
      fee: part.name === 'payment' ? feeIn(formSession, formSession.draft) : undefined,
    },
  }
  return data(shown, { headers })
}

export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  const { privateFiles } = begin(args, 'routes/site/forms/part')
  const formSession = await readFormSession(args)
  const part = partOf(formSession, args.params.part, formSession.wholePart(args.params.part))
  const saved = await saveSentPart(formSession, privateFiles, part, args.request)
  if ('saved' in saved) return data(saved, { headers: { 'set-cookie': cookieOf(formSession) } })
  if (!('to' in saved)) {
    const { status, ...shown } = saved
    return data({ ...shown, lost: isLive(formSession) ? undefined : textsByLabel(part, saved.typed) }, status)
  }
  const cookie = cookieOf(formSession)
  if (!saved.added) return redirectDocument(saved.to, { headers: { 'set-cookie': cookie } })
  const { headers } = redirectWithFlash(args, saved.to, { key: 'rows-added', ...saved.added }, [cookie])
  return redirectDocument(saved.to, { headers })
}

/** With a cookie that lasts as long as the draft from now on. */
function cookieOf({ caseType, config, token = '' }: FormSession): string {
  return setDraftToken(caseType.cookie, token, config.origin)
}

/**
 * What is saved while someone types is already on the page. What was saved with errors is checked again, because the
 * form may have closed; if the site cannot be reached, the page must stay as it is.
 */
export function shouldRevalidate(args: RevalidationArgs) {
  if (args.formData?.has('keep')) return false
  return args.actionStatus === 400 || args.defaultShouldRevalidate
}

type RevalidationArgs = Pick<
  ShouldRevalidateFunctionArgs,
  'formData' | 'actionStatus' | 'defaultShouldRevalidate'
>

/** A page may be sent that the form no longer has, because another page changed who fills it in. */
function partOf({ form }: FormSession, name: string, former?: FormPart) {
  const part = form.parts.find((one) => one.name === name)
  if (part) return part
  if (former) return { ...former, questions: [] }
  throw data({ sentence: 'This form has no such page.' }, { status: 404 })
}

/** If the site cannot be reached, or fails, the page stays with everything that was typed. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = request.clone()
  try {
    return await serverAction()
  } catch (cause) {
    if (cause instanceof Response) {
      // It is saved, and the browser goes on to the next page.
      removeUnsent(await pageIn(sent))
      throw cause
    }
    const sentence = isRouteErrorResponse(cause) ? ourFault : unreachable
    return data({ errors: { form: sentence } }, 503)
  }
}

async function pageIn(request: Request): Promise<string> {
  const seen = (await request.formData()).get('seen')
  return typeof seen === 'string' ? (JSON.parse(seen) as SeenFields).page : ''
}

const unreachable =
  'We could not reach the site. Check your connection and save again. Your text is still here.'
const ourFault = 'Something went wrong on our side. Save again in a few minutes. Your text is still here.'

export default function PartPage({ loaderData, actionData: answered }: Route.ComponentProps) {
  // An automatic save has its own answer, never that of the page.
  const actionData = answered && 'errors' in answered ? (answered as RefusedPart) : undefined
  const { about, page, sentAs, isTakenOver } = loaderData
  if (!page) {
    if (!actionData) return <NothingStarted {...{ about, sentAs, isTakenOver }} />
    return <LostPart about={about} refused={actionData} isTakenOver={isTakenOver} />
  }
  return <PartForm key={page.part.name} about={about} page={page} refused={actionData} />
}

interface FormProps {
  about: FormHeading
  page: NonNullable<Route.ComponentProps['loaderData']['page']>
  refused: RefusedPart | undefined
}

function PartForm({ about, page, refused }: FormProps) {
  const { part, step, files, fee } = page
  const { state } = useNavigation()
  const [underWay, setUnderWay] = useState(0)
  const isSending = state !== 'idle' || underWay > 0
  const hasFiles = part.questions.some(({ kind }) => kind === 'file')
  // The page's first values are remembered: data reloaded later must not pass for what someone has seen.
  const form = useRef<HTMLFormElement>(null)
  const shared = useSharedDraft(form, part, {
    ...{ typed: refused?.typed ?? page.typed, seen: refused?.seen ?? page.seen, others: page.others },
  })
  const noteSent = useTakenAnswer(form, shared, refused)
  const action = `${about.href}/${part.name}`
  return (
    <FormPage about={about} title={part.title} errors={refused?.errors}>
      <p className={styles.step}>
        Part {step.at} of {step.of}
      </p>
      {(page.callStatus.state !== 'open' || page.callStatus.change) && (
        <CallStatusNote callStatus={page.callStatus} savedUntil={page.savedUntil} />
      )}
      {page.hasMore && !refused && (
        <Notice kind="warning">
          <p>Your answers are saved. One of your answers adds more questions to this page.</p>
        </Notice>
      )}
      {page.flash && !refused && (
        <Notice kind={page.flash.kind}>
          <p>{page.flash.text}</p>
        </Notice>
      )}
      {part.note && <p>{part.note}</p>}
      {fee && <FeePanel {...fee} />}
      <Form
        ref={form}
        id="form"
        method="post"
        action={action}
        noValidate
        onSubmit={noteSent}
        {...(hasFiles && { encType: 'multipart/form-data' as const })}
      >
        {/* Enter presses the first button, so it comes before those that add and remove. */}
        <button type="submit" name="go" value="on" hidden tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="seen" value={JSON.stringify(shared.seen)} readOnly />
        <PartFields
          part={part}
          typed={shared.typed}
          rounds={shared.rounds}
          others={shared.others}
          errors={refused?.errors ?? {}}
          files={files}
          shown={page.shown}
          uploadTo={`${about.href}/upload`}
          onUpload={(change) => setUnderWay((count) => count + change)}
        />
        <SaveWhileWriting
          {...{ action, shared }}
          draft={page.draft}
          version={page.version}
          savedAt={page.savedAt}
          isLeaving={isSending}
        />
        <div className={styles.buttons}>
          <Button name="go" value="on" disabled={isSending}>
            {underWay > 0 ? 'Uploading …' : isSending ? 'Saving …' : 'Save and continue'}
          </Button>
          <Button name="go" value="list" look="secondary" disabled={isSending}>
            Save and return to all parts
          </Button>
        </div>
      </Form>
    </FormPage>
  )
}

/** Merges the answer to a save by one of the buttons. Call it when the form is sent. */
function useTakenAnswer(
  form: RefObject<HTMLFormElement | null>,
  { step, take }: SharedDraft,
  refused: RefusedPart | undefined,
) {
  const sent = useRef<TypedFields>({})
  const taken = useRef(refused)
  useEffect(() => {
    if (refused?.merge && refused !== taken.current) take(refused.merge, sent.current)
    taken.current = refused
  }, [refused, take])
  return () => {
    if (form.current) sent.current = textsOf(form.current)
    // The form is read before this takes effect.
    setTimeout(step)
  }
}
