import { useRef, useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { adviseOnTyped } from '#features/content/entry/advice.server.ts'
import { addressOfCall } from '#features/content/kinds/call.ts'
import { entryAddress } from '#features/content/addresses/addresses.ts'
import type { Field, RecordKind } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { refsOf } from '#features/content/addresses/refs.ts'
import { rightsFor, rightsOf } from '#features/content/entry/rights.server.ts'
import { isFixed } from '#features/content/addresses/slugs.ts'
import { findForStaff, listChoices } from '#features/content/reading/staff-queries.server.ts'
import { conflictInCopy, withComparedOffer } from '#features/content/entry/conflicts.server.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { findCurrentCopy } from '#features/content/entry/working-copies.server.ts'
import { isOneFlow } from '#features/content/kinds/writing-order.ts'
import { partsToJumpTo } from '#features/content/text/parts.ts'
import { WritingLayout } from '#features/content/writing/writing-layout.tsx'
import { EntryWriter, type Writer } from '#features/content/writing/entry-writer.tsx'
import {
  mayRelocate,
  maySave,
  moves,
  refusalOf,
  stateAfterSave,
  type EntryStatus,
} from '#features/content/entry/workflow.ts'
import type { Rights } from '#features/settings/rights.ts'
import { readReview } from '#features/entry-reviews/queries.server.ts'
import { findChosenFiles } from '#features/media/library.server.ts'
import { listBodyChoices } from '#features/bodies/queries.server.ts'
import { listRulebookChoices } from '#features/rulebook/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { unreadableForm } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import {
  actAssignReviewer,
  actDuplicate,
  actMove,
  actRelocate,
  actSaveTemplate,
  actUndoPublishing,
} from './entry-acts.server.ts'
import { EntryPanel } from './entry-panel.tsx'
import { PublishActions } from './publish-actions.tsx'
import { noSuchPage } from './not-there.ts'
import type { Route } from './+types/entry-page.ts'
import styles from './entry-page.module.css'

const route = 'routes/staff/content/entry-page'

/** The preview of what is typed. */
export const handle = { frames: true }

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session, actor } = begin(args, route)
  const { params } = args
  const entry = await findForStaff(db, params.id)
  const rights = await rightsOf(db, actor)
  if (!entry || !rights) throw noSuchPage()
  const who = await rightsFor(db, rights, entry)
  const { kind, slug, state } = entry
  const status = { state, isLive: entry.live_version !== null, isFixed: isFixed(kind, slug) }
  const copy = await findCurrentCopy(db, actor, entry)
  const texts = [entry.data, copy.values as Draft]
  const fileIds = texts.flatMap((text) => refsOf(kind, text)).filter((ref) => ref.kind === 'file')
  return {
    entry,
    staffPath: `/editor/content/${kind}/${slug}`,
    status,
    address: kind === 'call' ? addressOfCall(entry.data as Draft<'call'>, slug) : entryAddress(kind, slug),
    moves: listMoves(status, who),
    movesOnceSaved: listMoves({ ...status, state: stateAfterSave(state) }, who),
    maySave: maySave(status, who),
    mayMail: kind === 'newsletter' && status.isLive && session.user.role === 'admin',
    mayRelocate: mayRelocate(status, who),
    advice: await adviseOnTyped(db, kind, copy.values, config.origin),
    me: session.user.id,
    review: await readReview(db, entry, session.user.id, who.editorsPublish),
    copy: await withComparedOffer(db, kind, copy),
    conflict: await conflictInCopy(db, entry, copy),
    entries: await readChoices(kind, (of) => (isRecord(of) ? records[of](db) : listChoices(db, of))),
    files: await findChosenFiles(
      db,
      fileIds.map(({ target }) => target),
    ),
  }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  const act = args.url.searchParams.get('do')
  if (act === 'move') return actMove(args)
  if (act === 'undo-publishing') return actUndoPublishing(args)
  if (act === 'duplicate') return actDuplicate(args)
  if (act === 'template') return actSaveTemplate(args)
  if (act === 'assign') return actAssignReviewer(args)
  if (act === 'place') return actRelocate(args)
  throw data({ sentence: unreadableForm }, { status: 400 })
}

export type EntryPageData = Awaited<ReturnType<typeof loader>>

function listMoves(status: EntryStatus, who: Rights) {
  return moves.map((move) => ({ move, refusal: refusalOf(move, status, who) }))
}

const records = { body: listBodyChoices, rulebook: listRulebookChoices }

function isRecord(of: Kind | RecordKind): of is RecordKind {
  return Object.hasOwn(records, of)
}

type NamingField = Extract<Field, { control: 'entry' | 'record' }>

/** The choices of each field that refers to another entry, a body or a rulebook. */
async function readChoices(
  kind: Kind,
  list: (of: Kind | RecordKind) => Promise<{ slug: string; title: string }[]>,
) {
  const named = fields[kind].filter((field): field is NamingField => {
    return field.control === 'entry' || field.control === 'record'
  })
  const pairs = named.map(async (field) => {
    const of = field.control === 'entry' ? field.kind : field.of
    const choices = await list(of)
    return [of, choices.map(({ slug, title }) => ({ value: slug, label: title }))] as const
  })
  return Object.fromEntries(await Promise.all(pairs))
}

export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry } = loaderData
  const { revalidate } = useRevalidator()
  const writer = useRef<Writer>(null)
  const [isChanged, setChanged] = useState(false)
  const [saved, setSaved] = useState({ id: entry.id, version: 0 })
  // After a save the next button applies to the saved version, even before the page has reloaded.
  const newest = saved.id === entry.id ? Math.max(saved.version, entry.head_version) : entry.head_version
  const moving = { ...loaderData, newest, save: isChanged ? async () => writer.current?.save() : undefined }
  const publishing = <PublishActions {...moving} />
  return (
    <>
      <StaffTitle title={entry.title} hasErrors={Boolean(actionData)} isHidden />
      <ErrorSummary errors={actionData?.errors} />
      {loaderData.maySave ? (
        <EntryWriter
          key={entry.id}
          id={entry.id}
          kind={entry.kind}
          version={entry.head_version}
          data={entry.data}
          staffId={loaderData.me}
          savedAt={entry.updated_at}
          copy={loaderData.copy}
          conflict={loaderData.conflict}
          entries={loaderData.entries}
          files={loaderData.files}
          onSaved={(version) => {
            setSaved({ id: entry.id, version })
            void revalidate()
          }}
          onChanged={setChanged}
          publishing={publishing}
          panel={({ values, advice = loaderData.advice }, details) => (
            <EntryPanel
              {...moving}
              advice={advice}
              parts={isOneFlow(entry.kind) ? [] : partsToJumpTo(entry.kind, values)}
              details={details}
            />
          )}
          ref={writer}
        />
      ) : (
        <WritingLayout
          text={
            <>
              <p className={styles.title}>{entry.title}</p>
              <p>
                {entry.state === 'binned'
                  ? 'This entry is deleted. Restore it to edit it.'
                  : 'This entry is scheduled. Return it to draft to edit it.'}
              </p>
            </>
          }
          actions={publishing}
          panel={<EntryPanel {...moving} parts={[]} details={null} />}
        />
      )}
    </>
  )
}
