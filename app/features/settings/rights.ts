import type { StaffRole } from '#db/schema/tables.ts'

/** What decides who may publish. */
export interface Rights {
  role: StaffRole
  /** The setting that lets editors publish. */
  editorsPublish: boolean
}

export function mayPublish({ role, editorsPublish }: Rights): boolean {
  return role === 'admin' || editorsPublish
}
