import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import type { Draft } from '#features/content/drafts.ts'
import { labelOf } from '#features/content/field-labels.ts'
import { fields } from '#features/content/fields.ts'
import type { Kind } from '#features/content/kinds.ts'
import { withOffers, withoutEmpty, withValue, type Values } from '#features/content/values.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTypedEarly } from '#ui/use-typed-early.ts'
import { ConflictView } from './conflict-view.tsx'
import type { Desk } from './desk.ts'
import { Fields } from './fields.tsx'
import { findHere, forgetHere } from './kept.ts'
import { KeptNotice } from './kept-notice.tsx'
import { send, type Conflict, type Trouble } from './send.ts'
import { useFiles } from './use-files.tsx'
import { useKeeping } from './use-keeping.tsx'
import styles from './entry-writer.module.css'

type Props = {
  id: string
  kind: Kind
  /** The version that the page was drawn from, and what it holds. */
  version: number
  data: Draft
  /** What this person had typed and not saved, as the server kept it. */
  workingCopy: { base: number; data: Draft; at: number } | undefined
  entries: Desk['entries']
  files: Desk['files']
  /** Called when a version was saved, so that the page can draw what depends on it. */
  onSaved: (version: number) => void
  /** Told whether anything differs from what is saved. */
  onChanged: (isChanged: boolean) => void
  ref: Ref<Writer>
}

/** What the page around the form may ask of it. */
export interface Writer {
  /** Answers with the version, or with nothing where it could not be saved; the form says why. */
  save: () => Promise<number | undefined>
}

/** The form in which an entry is written. Nothing typed here is ever lost, whatever the line or the server does. */
export function EntryWriter(props: Props) {
  const { id, kind, version, data, workingCopy, entries, files, onSaved, onChanged, ref } = props
  const [base, setBase] = useState(version)
  const [saved, setSaved] = useState<Values>(data as Values)
  const [values, setValues] = useState<Values>(data as Values)
  const [generation, setGeneration] = useState(0)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [undo, setUndo] = useState<{ said: string; before: Values }>()
  const [conflict, setConflict] = useState<Conflict>()
  const [status, setStatus] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const latest = useLatest(values)
  const form = useRef<HTMLFormElement>(null)
  useTypedEarly(form)
  const problems = useMemo(() => problemsOf(kind, errors), [kind, errors])

  const isChanged = useMemo(() => differs(kind, values, saved), [kind, values, saved])
  const { pulse, trouble, keptAt } = useKeeping({ id, kind, base, values, isChanged })
  const isHydrated = useHydrated()
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  // The server has answered again: what was said about the line or the session is no longer true.
  useEffect(() => {
    if (pulse) setStatus((said) => (isAway(said) ? undefined : said))
  }, [pulse])

  const replace = (next: Values) => {
    setValues(next)
    setGeneration((number) => number + 1)
  }
  const change = (path: string, value: unknown) => {
    setValues((before) => withValue(before, path, value))
    setStatus(undefined)
  }
  const offer = (path: string, words: Values) => setValues((before) => withOffers(before, path, words))
  const changeAll = (next: Values, said: string) => {
    setUndo({ said, before: latest.current })
    replace(next)
    setStatus(said)
  }
  // What was pressed is gone then, and the focus must not be lost with it.
  const goOn = (part: 'first' | 'save') =>
    form.current
      ?.querySelector<HTMLElement>(part === 'save' ? '[data-save]' : 'input, textarea, select')
      ?.focus()
  const library = useFiles(files)
  const desk: Desk = {
    values,
    errors,
    change,
    offer,
    changeAll,
    generation,
    entries,
    ...library.desk(kind, change, setStatus),
    findPages,
  }

  const save = async (from = base, what = latest.current) => {
    setSaving(true)
    setStatus(undefined)
    const body = { base: String(from), data: JSON.stringify(withoutEmpty(kind, what)) }
    const sent = await send<{ version: number }>(`/editor/entries/${id}/save`, body)
    setSaving(false)
    if (sent.ok) {
      setErrors({})
      setConflict(undefined)
      setUndo(undefined)
      setBase(sent.answer.version)
      setSaved(what)
      if (latest.current === what) forgetHere(id)
      setStatus(`Saved as version ${sent.answer.version}.`)
      onSaved(sent.answer.version)
      return sent.answer.version
    }
    if (sent.answer?.conflict) setConflict(sent.answer.conflict)
    else {
      setErrors(sent.answer?.errors ?? {})
      setStatus(sent.answer?.sentence ?? troubles[sent.trouble])
    }
    return undefined
  }
  useImperativeHandle(ref, () => ({ save: async () => (isSaving ? undefined : save()) }))
  useSaveKey(() => (isSaving ? undefined : void save()))

  const said = isSaving ? '' : (status ?? keepingSentence({ isChanged, trouble, keptAt }))

  if (conflict)
    return (
      <ConflictView
        conflict={conflict}
        onBack={() => setConflict(undefined)}
        onTake={(names) => {
          const merged = mergeOf(latest.current, conflict.theirs, names)
          replace(merged)
          void save(conflict.version, merged)
        }}
      />
    )
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) void save()
      }}
    >
      <ErrorSummary errors={problems} />
      <KeptNotice
        here={isHydrated ? findHere(id) : undefined}
        there={workingCopy && { base: workingCopy.base, values: workingCopy.data, at: workingCopy.at }}
        isUntouched={!isChanged}
        differs={(kept) => differs(kind, kept.values, saved)}
        onTake={(kept) => {
          setBase(kept.base)
          replace(kept.values)
          goOn('first')
        }}
        onDrop={() => {
          forgetHere(id)
          goOn('first')
          void send(`/editor/entries/${id}/working-copy`, { base: String(base), data: 'drop' })
        }}
      />
      {pulse && pulse.others.length > 0 && (
        <Notice kind="note">
          <p>
            {pulse.others.join(', ')} {pulse.others.length === 1 ? 'has' : 'have'} this open too.
          </p>
        </Notice>
      )}
      {pulse && pulse.version > base && (
        <Notice kind="warning">
          <p>
            Somebody has saved version {pulse.version} since you opened this. When you save, you will see both
            texts side by side.
          </p>
        </Notice>
      )}
      <Fields fields={fields[kind]} values={values} desk={desk} />
      {library.picker}
      <div className={styles.bar}>
        <Button data-save="" disabled={!isHydrated} aria-disabled={isSaving || undefined}>
          {isSaving ? 'Saving …' : 'Save'}
        </Button>
        {undo && (
          <Button
            type="button"
            look="quiet"
            onClick={() => {
              replace(undo.before)
              setUndo(undefined)
              setStatus('Taken back.')
              goOn('save')
            }}
          >
            Undo: {undo.said}
          </Button>
        )}
        <p role="status">{said}</p>
        {said === troubles['signed-out'] && (
          <a href="/admin/admin-editor-login" target="_blank" rel="noopener">
            Sign in
          </a>
        )}
      </div>
    </form>
  )
}

const troubles: Record<Trouble, string> = {
  offline: 'There is no connection. What you typed is kept in this browser; save again when you are back.',
  'signed-out':
    'You are signed out. What you typed is kept in this browser: sign in in another tab, then save again.',
  refused: 'This could not be saved. What you typed is kept in this browser.',
  failed: 'The server could not save this. What you typed is kept in this browser; try again in a moment.',
}

function isAway(said: string | undefined) {
  return said === troubles.offline || said === troubles['signed-out']
}

interface Keeping {
  isChanged: boolean
  trouble: Trouble | undefined
  keptAt: number | undefined
}

function keepingSentence({ isChanged, trouble, keptAt }: Keeping) {
  if (trouble === 'offline' || trouble === 'signed-out') return troubles[trouble]
  if (!isChanged) return ''
  if (trouble) return 'Not saved yet. What you typed is kept in this browser.'
  return keptAt ? 'Not saved as a version yet; what you typed is kept.' : 'Not saved yet.'
}

/** Each with the name of its field, since they stand together on top of the page. */
function problemsOf(kind: Kind, errors: Record<string, string>) {
  const named = Object.entries(errors).map(([path, sentence]) => {
    return [path, path === 'form' ? sentence : `${labelOf(fields[kind], path.split('.'))}: ${sentence}`]
  })
  return named.length > 0 ? (Object.fromEntries(named) as Record<string, string>) : undefined
}

function differs(kind: Kind, one: Values, other: Values): boolean {
  return JSON.stringify(withoutEmpty(kind, one)) !== JSON.stringify(withoutEmpty(kind, other))
}

/** Theirs, with my wording of the fields I chose to keep. */
function mergeOf(mine: Values, theirs: Values, names: string[]): Values {
  const kept = Object.fromEntries(names.map((name) => [name, mine[name]]))
  return { ...theirs, ...kept }
}

async function findPages(words: string) {
  const response = await fetch(`/editor/pages?q=${encodeURIComponent(words)}`)
  return response.ok ? ((await response.json()) as { pages: { title: string; href: string }[] }).pages : []
}

function useHydrated() {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated
}

/** What a handler that was made earlier should see. */
function useLatest<T>(value: T) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}

/** Ctrl or Cmd S saves, as everywhere else. */
function useSaveKey(save: () => void) {
  const latest = useLatest(save)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [latest])
}
