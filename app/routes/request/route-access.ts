import type { Capability } from '#features/bodies/body.ts'

/** The kinds of people that the policy table knows, and the ways in which a route can be open to them. */

/**
 * Someone with a password but not yet the second factor is "half": only the way to finish is open. An administrator who
 * still has to set up a second factor is "enrolling": only the own account is open. As long as nobody has proved the
 * address of an account it is "unproved", whatever its role: it can do nothing lasting.
 */
export type AccessRole =
  | 'visitor'
  | 'half'
  | 'unproved'
  | 'enrolling'
  | 'pending'
  | 'editor'
  | 'admin'
  | Capability

/** Further rights of an editor through the bodies they belong to today; none for an editor who belongs to no body. */
export const capabilityNames = [
  'office',
  'reviewer',
  'chair',
  'teller',
  'council',
  'auditor',
] as const satisfies readonly Capability[]

/** Who may read and who may act at a route. */
export interface RouteAccess {
  read: readonly AccessRole[]
  /** Omitted if the route has no action. */
  act?: readonly AccessRole[]
  /** What its loader writes, besides noting that the session is in use. All other loaders write nothing. */
  loaderWrites?: 'audited-read' | 'sign-in'
}

const everyone = ['visitor', 'half', 'unproved', 'enrolling', 'pending', 'editor', 'admin'] as const
const signedIn = ['half', 'unproved', 'enrolling', 'pending', 'editor', 'admin'] as const
const accountHolders = ['unproved', 'enrolling', 'pending', 'editor', 'admin'] as const
const addressOwners = ['enrolling', 'pending', 'editor', 'admin'] as const
const staff = ['editor', 'admin'] as const
const administrators = ['admin'] as const
const caseworkers = ['office', 'admin'] as const
const overseers = ['office', 'chair', 'council', 'auditor', 'admin'] as const
const nobody = [] as const

export const open = { read: everyone } as const
export const openForm = { read: everyone, act: everyone } as const
/** Only for POST, like all that end in "Post". */
export const openPost = { read: nobody, act: everyone } as const
export const signedInForm = { read: signedIn, act: signedIn } as const
export const accountPage = { read: accountHolders } as const
export const accountForm = { read: accountHolders, act: accountHolders } as const
export const addressOwnerForm = { read: addressOwners, act: addressOwners } as const
export const addressOwnerPost = { read: nobody, act: addressOwners } as const
export const staffPage = { read: staff } as const
export const staffForm = { read: staff, act: staff } as const
export const staffPost = { read: nobody, act: staff } as const
/** The confidential files of nominations and applications. */
export const caseworkPage = { read: caseworkers } as const
export const caseworkForm = { read: caseworkers, act: caseworkers } as const
export const caseworkPost = { read: nobody, act: caseworkers } as const
/** Numbers about cases, without names. */
export const caseNumbersPage = { read: overseers } as const
/** Editors read, administrators change. */
export const staffPageAdminForm = { read: staff, act: administrators } as const
export const adminPage = { read: administrators } as const
export const adminForm = { read: administrators, act: administrators } as const
export const adminPost = { read: nobody, act: administrators } as const

/** Shows personal data: its loader records in the audit trail who read it. */
export function audited<Who extends RouteAccess>(who: Who) {
  return { ...who, loaderWrites: 'audited-read' } as const
}

/** Sign-in providers send people back by GET, so this loader signs in. */
export function signingIn<Who extends RouteAccess>(who: Who) {
  return { ...who, loaderWrites: 'sign-in' } as const
}
