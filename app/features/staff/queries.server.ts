import type { Db } from '#db/tables.ts'
import type { StaffListQuery } from './form.ts'
import type { Role, State } from './workflow.ts'

const todo = (): never => {
  throw new Error('not built yet')
}
/** The user record of the specification, exactly its seven fields. */
export interface UserRecord {
  uid: string
  role: Role
  emailVerified: boolean
  email: string
  displayName: string
  phoneNumber: string
  photoURL: string | null
}
export interface StaffLine {
  id: string
  name: string
  email: string
  phone: string
  role: Role | null
  requestedRole: Role
  state: State
  emailVerified: boolean
  hasFactor: boolean
  createdAt: Date
  /** When a session of theirs was last used; null when none is open. */
  lastSeenAt: Date | null
}
export interface InviteLine {
  email: string
  role: Role
  createdAt: Date
  madeBy: string | null
}
export const listStaff = (
  _db: Db,
  _query: StaffListQuery,
  _pageSize?: number,
): Promise<{ people: StaffLine[]; total: number }> => todo()
export const findStaff = (_db: Db, _id: string): Promise<StaffLine | undefined> => todo()
export const countStaff = (_db: Db): Promise<Record<State | 'admins', number>> => todo()
export const countAdmins = (_db: Db): Promise<number> => todo()
export const listOpenInvites = (_db: Db, _now: Date): Promise<InviteLine[]> => todo()
export const findUserRecord = (_db: Db, _id: string): Promise<UserRecord | undefined> => todo()
