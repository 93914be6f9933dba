import type { Actor } from '#features/audit/actor.ts'
import type { CaseType } from '#features/cases/case-type.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { memberships } from '#features/memberships/case-type.ts'
import { submitNomination, type NominateRefusal } from '#features/nominations/operations.server.ts'
import { nominations } from '#features/nominations/case-types.ts'
import type { Outcome } from '#outcome.ts'

type Db = Parameters<typeof submitApplication>[0]

export type SendReason = NominateRefusal

/** A form that anyone may fill in, and how it is submitted. */
export interface PublicForm {
  caseType: CaseType
  /** As in the menu. */
  title: string
  /** The page whose text precedes the form. */
  slug: string
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
    back: { href: '/fellowship', label: 'Fellowship' },
    isOpenWithoutCall: false,
    send: ({ db, actor, origin, token, now }) => submitNomination(db, actor, origin, 'fellow', token, now),
  },
  {
    caseType: nominations['associate-fellow'],
    title: 'Associate Fellow Nomination Form',
    slug: 'associate-fellow-nomination-form',
    back: { href: '/fellowship/associate-fellowship', label: 'Associate Fellowship' },
    isOpenWithoutCall: false,
    send: ({ db, actor, origin, token, now }) =>
      submitNomination(db, actor, origin, 'associate-fellow', token, now),
  },
  {
    caseType: memberships,
    title: 'Membership Form',
    slug: 'membership-form',
    back: { href: '/membership/rules', label: 'Membership Rules' },
    isOpenWithoutCall: true,
    send: ({ db, actor, origin, token, now }) => submitApplication(db, actor, origin, token, now),
  },
]

/** The form whose pages are at and below this address. */
export function formAt(pathname: string): PublicForm {
  const form = publicForms.find(
    ({ caseType: { href } }) => pathname === href || pathname.startsWith(`${href}/`),
  )
  if (!form) throw new Error(`There is no form at ${pathname}.`)
  return form
}
