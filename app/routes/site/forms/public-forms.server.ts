import { callFor, callForAward, hasProcedure, type CallNow, type CallsNow } from '#features/calls/call.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { findPresentAward } from '#features/content/addresses/redirects.server.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import type { FormDraft } from '#features/forms/drafts/drafts.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { CaseType } from '#features/cases/case-type.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { memberships } from '#features/memberships/case-type.ts'
import { findNewCallAnswers, readCallAnswers } from '#features/nominations/calls/call-answers.server.ts'
import {
  submitForAward,
  submitNomination,
  type NominateRefusal,
} from '#features/nominations/operations.server.ts'
import { awardType, nominations } from '#features/nominations/case-types.ts'
import { detailsByNominee, dividedForms } from '#features/nominations/details/details.ts'
import type { Outcome } from '#outcome.ts'

type Db = Parameters<typeof submitApplication>[0]

export type SendReason = NominateRefusal

/** A form that anyone may fill in, and how it is submitted. */
export interface PublicForm {
  caseType: CaseType
  /** As in the menu. */
  title: string
  /** The page whose text precedes the form; a form of a call has none. */
  slug: string | undefined
  /** The answers that the call gives. */
  fixed: Answers
  /** Further answers that a new form starts with. */
  startsWith: Answers
  /** Answers that lead to other questions: together these forms ask everything. */
  variants: readonly Answers[]
  back: { href: string; label: string }
  /** Whether it can be filled in while no call is set. */
  isOpenWithoutCall: boolean
  send: (given: {
    db: Db
    actor: Actor
    origin: string
    token: string
    now: Date
  }) => Promise<Outcome<SendReason, { reference: string }>>
}

const publicForms: PublicForm[] = [
  {
    caseType: nominations.fellow,
    title: 'Fellow Nomination Form',
    slug: 'fellow-nomination-form',
    fixed: {},
    startsWith: detailsByNominee,
    variants: dividedForms,
    back: { href: '/fellowship', label: 'Fellowship' },
    isOpenWithoutCall: false,
    send: ({ db, actor, origin, token, now }) => submitNomination(db, actor, origin, 'fellow', token, now),
  },
  {
    caseType: nominations['associate-fellow'],
    title: 'Associate Fellow Nomination Form',
    slug: 'associate-fellow-nomination-form',
    fixed: {},
    startsWith: detailsByNominee,
    variants: dividedForms,
    back: { href: '/fellowship/associate-fellowship', label: 'Associate Fellowship' },
    isOpenWithoutCall: false,
    send: ({ db, actor, origin, token, now }) =>
      submitNomination(db, actor, origin, 'associate-fellow', token, now),
  },
  {
    caseType: memberships,
    title: 'Membership Form',
    slug: 'membership-form',
    fixed: {},
    startsWith: {},
    variants: [{}],
    back: { href: '/membership/rules', label: 'Membership Rules' },
    isOpenWithoutCall: true,
    send: ({ db, actor, origin, token, now }) => submitApplication(db, actor, origin, token, now),
  },
]

/** The form whose pages are at and below this address, with its call. */
export async function formAt(
  db: Db,
  pathname: string,
  findDraftOf: FindDraft,
  now: Date,
): Promise<FormWithCall | undefined> {
  const award = awardForm.exec(pathname)?.[1]
  const calls = await listCalls(db, now)
  if (award !== undefined) return formOfAward(db, award, calls, findDraftOf)
  const publicForm = publicForms.find(
    ({ caseType: { href } }) => pathname === href || pathname.startsWith(`${href}/`),
  )
  if (!publicForm) throw new Error(`There is no form at ${pathname}.`)
  const { caseType } = publicForm
  const started = await findDraftOf(caseType)
  const call = callFor(calls, caseType.name, textOf(started?.answers ?? {}, 'call'))
  const fixed = call && hasProcedure(call) ? await readCallAnswers(db, call) : {}
  return { publicForm: { ...publicForm, fixed }, call, draft: await draftUnderCall(db, started, call) }
}

/** A draft as it reads under the open call. */
async function draftUnderCall(
  db: Db,
  draft: FormDraft | undefined,
  call: CallNow | undefined,
): Promise<FormDraft | undefined> {
  const given = await findNewCallAnswers(db, draft, call)
  return draft && given ? { ...draft, answers: { ...draft.answers, ...given } } : draft
}

interface FormWithCall {
  publicForm: PublicForm
  call: CallNow | undefined
  /** The draft that was started in this browser. */
  draft: FormDraft | undefined
}

type FindDraft = (caseType: CaseType) => Promise<FormDraft | undefined>

const awardForm = /^\/awards\/([^/]+)\/nomination-form(?:\/|$)/

/**
 * Undefined if there is no such award, or no longer at this address. People who have started a form can still read it.
 */
async function formOfAward(
  db: Db,
  slug: string,
  calls: CallsNow,
  findDraftOf: FindDraft,
): Promise<FormWithCall | undefined> {
  const present = await findPresentAward(db, slug)
  const award = await findEntry(db, 'award', present)
  const draft = await findDraftOf(awardType({ award: slug, title: '', stages: [] }))
  if (!draft && (!award || present !== slug)) return undefined
  const title = award?.data.title ?? textOf(draft?.answers ?? {}, 'awardTitle')
  const call = callForAward(calls, present, textOf(draft?.answers ?? {}, 'call'))
  const fixed = call ? await readCallAnswers(db, call) : {}
  const publicForm: PublicForm = {
    caseType: awardType({ award: slug, title, stages: call?.procedure.stages ?? [] }),
    title: `Nomination for the ${title}`,
    slug: undefined,
    fixed,
    startsWith: detailsByNominee,
    variants: dividedForms,
    back: award ? { href: `/awards/${present}`, label: title } : { href: '/awards', label: 'Awards' },
    isOpenWithoutCall: false,
    send: ({ db, actor, origin, token, now }) => submitForAward(db, actor, origin, slug, token, now),
  }
  return { publicForm, call, draft: await draftUnderCall(db, draft, call) }
}
