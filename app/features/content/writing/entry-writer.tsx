import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type SubmitEvent,
} from 'react'
import type { Advice } from '#features/content/entry/checks.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { labelOf } from '#features/content/kinds/field-labels.ts'
import { fields } from '#features/content/kinds/fields.ts'
import { isOneFlow, writingOrder } from '#features/content/kinds/writing-order.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { findPages } from '#features/content/editor/found-pages.tsx'
import { partsToJumpTo } from '#features/content/text/parts.ts'
import type { ConflictChoice } from '#features/content/text/merge.ts'
import type { CurrentCopy } from '#features/content/entry/typed.ts'
import { withOffers, withValue, type Values } from '#features/content/entry/values.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { useTypedEarly } from '#ui/form/use-typed-early.ts'
import { ConflictView } from './conflict-view.tsx'
import type { EditingContext } from './editing-context.ts'
import { DraftNotices } from './draft-notices.tsx'
import {
  afterChoice,
  afterMoved,
  afterNoAnswer,
  afterReverted,
  afterSaved,
  afterTyping,
  offeredConflict,
  replaced,
  type Drafting,
} from './drafting.ts'
import { revertRequest, saveRequest } from './draft-requests.ts'
import { Fields } from './fields.tsx'
import { Flow } from './flow/flow.tsx'
import { TypedPreview } from './preview/typed-preview.tsx'
import { SaveActions } from './save-actions.tsx'
import { isAway, savedSentence, statusSentence, troubles, useNow } from './save-status.tsx'
import { send, type DraftConflict, type SavedAnswer } from './send.ts'
import { TitleField } from './title-field.tsx'
import { useFiles } from './use-files.tsx'
import { useOpeningFocus } from './use-opening-focus.tsx'
import { randomName, useDrafting } from './use-drafting.tsx'
import { useSaveKey } from './use-save-key.tsx'
import { WritingLayout } from './writing-layout.tsx'
import styles from './entry-writer.module.css'

type Props = {
  id: string
  staffId: string
  kind: Kind
  /** The version that the page was rendered from, when it was saved and what it holds. */
  version: number
  savedAt: number
  data: Draft
  /** What this person typed last, as the server has it. */
  copy: CurrentCopy
  /** Where that contradicts what someone has saved since. */
  conflict: DraftConflict | undefined
  entries: EditingContext['entries']
  files: EditingContext['files']
  /** Called when a version was saved, so that the page can update what depends on it. */
  onSaved: (version: number) => void
  /** Called with whether anything differs from the saved version. */
  onChanged: (isChanged: boolean) => void
  /** How the entry is published. */
  publishing: ReactNode
  /** What is beside the text, around the other fields. */
  panel: (written: Written, details: ReactNode) => ReactNode
  ref: Ref<Writer>
}

/** What is typed, and what the checks say about it once something was typed. */
interface Written {
  values: Values
  advice?: Advice[] | undefined
}

/** What the page around the form can call. */
export interface Writer {
  /** Returns the version, or undefined if it could not be saved; the form says why. */
  save: () => Promise<number | undefined>
}

/**
 * The form in which an entry is written. Nothing typed here is ever lost, whatever the connection or the server does.
 */
export function EntryWriter(props: Props) {
  const { id, staffId, kind, version, savedAt, data, copy, entries, files, onSaved, onChanged, ref } = props
  const drafting = useDrafting({ owner: { id, staffId }, kind, version, savedAt, data, copy })
  const { draft, latest, update, alone, page, pulse, trouble, marks, setMarks, isChanged } = drafting
  const { advice, setAdvice, storeNow } = drafting
  const { values } = draft
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [undo, setUndo] = useState<{ said: string; before: Values; base?: number }>()
  const [conflict, setConflict] = useState(props.conflict)
  const [attempts, setAttempts] = useState(0)
  const [status, setStatus] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const beside = useRef<HTMLFormElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  useTypedEarly(form, beside)
  const onReady = useOpeningFocus(form)
  const problems = useMemo(() => problemsOf(kind, errors), [kind, errors])
  const now = useNow()
  const isReady = now !== undefined
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  // The server has answered again: messages about the connection or the session are no longer true.
  useEffect(() => {
    if (pulse) setStatus((said) => (isAway(said) ? undefined : said))
  }, [pulse])

  const type = (change: (values: Values) => Values) =>
    update((draft) => afterTyping(draft, change(draft.values), Date.now()))
  const replace = (next: Values) => update((draft) => ({ ...replaced(draft, next), typedAt: Date.now() }))
  const change = (path: string, value: unknown) => {
    type((before) => withValue(before, path, value))
    setStatus(undefined)
  }
  const changeAll = (next: Values, said: string) => {
    setUndo({ said, before: latest.current.values })
    replace(next)
    setStatus(said)
  }
  // The pressed button is gone then, and the focus must not be lost with it.
  const focusSave = () => saveButton.current?.focus()
  const library = useFiles(files)
  const context: EditingContext = {
    ...{
      values,
      errors: { ...marks, ...errors },
      change,
      changeAll,
      generations: draft.generations,
      entries,
    },
    offer: (path, words) => type((before) => withOffers(before, path, words)),
    ...library.context(kind, change, setStatus),
    findPages,
    onReady,
  }

  const save = () => {
    setSaving(true)
    setStatus(undefined)
    return alone(saveNow)
  }
  const saveNow = async (sent: Drafting): Promise<number | undefined> => {
    const revision = randomName()
    const answer = await send<SavedAnswer>(`/editor/entries/${id}/save`, saveRequest(sent, revision, page))
    setSaving(false)
    if (answer.ok) {
      const { version, taken, labels, by, data, advice } = answer.answer
      setErrors({})
      setMarks({})
      setAdvice(advice)
      setConflict(undefined)
      setUndo(undefined)
      update((draft) => afterSaved(draft, sent.values, { version, data, taken }))
      setStatus(savedSentence({ version, taken: labels, by }))
      onSaved(version)
      return version
    }
    if (!answer.answer) update((draft) => ({ ...draft, perhapsSaved: sent.values }))
    const contrary = answer.answer?.conflict
    // The server has stored the text, so that it is not taken for that of another tab.
    if (contrary) update((draft) => afterNoAnswer(draft, revision))
    // The conflict may have been undone in the meantime.
    if (contrary && contrary.differences.length === 0) return settle(contrary, {})
    if (contrary && conflict) setAttempts((count) => count + 1)
    else if (contrary) setConflict(contrary)
    else {
      setErrors(answer.answer?.errors ?? {})
      setStatus(answer.answer?.sentence ?? troubles[answer.trouble])
    }
    return undefined
  }
  /** Applies the choice; if someone has saved the other text, the choice is saved immediately. */
  const settle = async (
    conflict: DraftConflict,
    choices: Record<string, ConflictChoice>,
  ): Promise<number | undefined> => {
    update((draft) => afterChoice(draft, conflict, choices, Date.now()))
    setConflict(undefined)
    return conflict.version === undefined ? undefined : save()
  }
  useImperativeHandle(ref, () => ({ save: async () => (isSaving ? undefined : save()) }))
  useSaveKey(() => (isSaving ? undefined : void save()))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSaving) void save()
  }

  const store = async () => {
    const reason = await storeNow()
    if (reason) setStatus(troubles[reason])
    return reason === undefined
  }

  const revert = async (sent: Drafting) => {
    const answer = await send<{ advice?: Advice[] }>(
      `/editor/entries/${id}/working-copy`,
      revertRequest(sent),
    )
    const moved = answer.ok ? undefined : answer.answer?.moved
    if (answer.ok) {
      update((draft) => afterReverted(draft, sent.values))
      setUndo({ said: 'Revert', before: sent.values, base: sent.base })
      setErrors({})
      setAdvice(answer.answer.advice)
      setStatus(`Reverted to version ${sent.newest}. Your text is under Versions.`)
    } else if (moved) {
      update((draft) => afterMoved(draft, moved))
      setStatus('There is unsaved text from another tab or device. Check it, then revert again.')
    } else setStatus(troubles[answer.trouble])
    focusSave()
  }

  const said = isSaving ? '' : (status ?? statusSentence({ draft, isChanged, trouble, now }))
  const { title, text, details } = writingOrder(kind)
  const written = <Fields fields={text} values={values} context={context} />
  const takeBack = () => {
    if (!undo) return
    const { before, base } = undo
    update((draft) => ({ ...replaced(draft, before), typedAt: Date.now(), base: base ?? draft.base }))
    setUndo(undefined)
    setStatus('Undone.')
    focusSave()
  }

  if (conflict)
    return (
      <WritingLayout
        text={
          <ConflictView
            conflict={conflict}
            attempts={attempts}
            onBack={() => setConflict(undefined)}
            onTake={(choices) => void settle(conflict, choices)}
          />
        }
        actions={props.publishing}
        panel={props.panel({ values, advice }, null)}
      />
    )
  return (
    <WritingLayout
      text={
        <form ref={form} id={formId} className={styles.form} noValidate onSubmit={submit}>
          <ErrorSummary errors={problems} />
          <DraftNotices {...{ draft, pulse, now }} onCompare={() => setConflict(offeredConflict(draft))} />
          <TitleField
            {...{ name: title.name, label: title.label, error: context.errors[title.name] }}
            value={(values[title.name] as string | undefined) ?? ''}
            onChange={(words) => change(title.name, words)}
          />
          {isOneFlow(kind) ? <Flow parts={partsToJumpTo(kind, values)}>{written}</Flow> : written}
          {library.picker}
        </form>
      }
      actions={
        <SaveActions
          {...{ form: formId, said, isSaving, isReady, advice, saveButton }}
          undo={undo && { said: undo.said, run: takeBack }}
          onChoose={draft.offer && (() => setConflict(offeredConflict(draft)))}
          onRevert={isChanged && isReady ? () => void alone(revert) : undefined}
        >
          {props.publishing}
          <TypedPreview {...{ id, isReady, store }} />
        </SaveActions>
      }
      panel={props.panel(
        { values, advice },
        <form ref={beside} className={styles.details} noValidate onSubmit={submit}>
          <Fields fields={details} values={values} context={context} />
        </form>,
      )}
    />
  )
}

const formId = 'writing'

/** Each with the name of its field, because they are listed together at the top of the page. */
function problemsOf(kind: Kind, errors: Record<string, string>) {
  const named = Object.entries(errors).map(([path, sentence]) => {
    return [path, path === 'form' ? sentence : `${labelOf(fields[kind], path.split('.'))}: ${sentence}`]
  })
  return named.length > 0 ? (Object.fromEntries(named) as Record<string, string>) : undefined
}
