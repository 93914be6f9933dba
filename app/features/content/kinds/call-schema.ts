import { z } from 'zod'
import { callParts, callStages } from './nomination-procedure.ts'

/** What a version of a call holds about its form and its stages. */

export const callFormSchema = z.strictObject({ online: z.boolean().optional(), ...yesOrNo(callParts) })

export const callStagesSchema = z.strictObject(yesOrNo(callStages))

function yesOrNo<Name extends string>(names: Record<Name, string>) {
  return Object.fromEntries(Object.keys(names).map((name) => [name, z.boolean().optional()])) as {
    [N in Name]: z.ZodOptional<z.ZodBoolean>
  }
}
