import type { ProcessName } from '#db/schema/tables.ts'
import { memberships } from '#features/memberships/process.ts'
import { nominations } from '#features/nominations/process.ts'
import type { Process } from '#features/cases/process.ts'

/** Every kind of case. */
export const processes: Record<ProcessName, Process> = { ...nominations, membership: memberships }

export const processNames = Object.keys(processes) as [ProcessName, ...ProcessName[]]
