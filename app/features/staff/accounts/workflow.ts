import type { Actor } from '#features/audit/actor.ts'

/** The life of a staff account: what may happen to it, in which state, and who may do it. Nothing else decides this. */

export type Role = 'editor' | 'admin'
export type AccountState = 'pending' | 'active' | 'disabled'

export const roles = ['admin', 'editor'] as const satisfies Role[]
export const states = ['pending', 'active', 'disabled'] as const satisfies AccountState[]

export const roleLabels: Record<Role, string> = { admin: 'Administrator', editor: 'Editor' }

/** How long an account may wait for approval without a confirmed address. */
export const unconfirmedDays = 30

export const stateLabels: Record<AccountState, string> = {
  pending: 'Waiting for approval',
  active: 'Active',
  disabled: 'Disabled',
}

export type AccountMove =
  | 'approve'
  | 'change-role'
  | 'disable'
  | 'enable'
  | 'reset-factors'
  | 'unlink'
  | 'invite'

interface AccountMoveRule {
  /** 'none' means no account yet: an invitation creates it. */
  from: (AccountState | 'none')[]
  /** 'as-before' keeps the state or restores the previous one. */
  to: AccountState | 'as-before'
  by: Role[]
  label: string
}

export const moves: Record<AccountMove, AccountMoveRule> = {
  invite: { from: ['none'], to: 'active', by: ['admin'], label: 'Invite' },
  approve: { from: ['pending'], to: 'active', by: ['admin'], label: 'Approve' },
  'change-role': { from: ['active'], to: 'as-before', by: ['admin'], label: 'Change role' },
  disable: { from: ['pending', 'active'], to: 'disabled', by: ['admin'], label: 'Disable' },
  enable: { from: ['disabled'], to: 'as-before', by: ['admin'], label: 'Enable' },
  'reset-factors': {
    from: ['pending', 'active'],
    to: 'as-before',
    by: ['admin'],
    label: 'Reset second factor',
  },
  unlink: {
    from: ['pending', 'active', 'disabled'],
    to: 'as-before',
    by: ['admin'],
    label: 'Unlink a sign-in',
  },
}

/** Nobody moves their own account: an administrator who damaged it by mistake could not undo that. */
export function mayMove(
  move: AccountMove,
  account: { id: string; state: AccountState } | undefined,
  actor: Actor,
): boolean {
  if (actor.kind !== 'staff' || !moves[move].by.includes(actor.role) || actor.id === account?.id) return false
  return moves[move].from.includes(account?.state ?? 'none')
}

/** What someone may do with an account, in the order of the buttons. */
export function openMoves(account: { id: string; state: AccountState }, actor: Actor): AccountMove[] {
  return (Object.keys(moves) as AccountMove[]).filter((move) => mayMove(move, account, actor))
}
