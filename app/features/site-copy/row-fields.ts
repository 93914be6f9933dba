import { z } from 'zod'
import { isSlug } from '#features/content/addresses/slugs.ts'

/** What the columns of a copied row hold. */

export const id = z.string().regex(/^[\w-]{1,64}$/)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
export const time = z.int().min(0).max(253_402_300_799_999)
export const maybeTime = time.nullable()
export const count = z.int().min(0).max(2_147_483_647)
export const side = z.int().min(1).max(100_000).nullable()
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\0'))
export const maybeText = (max: number) => text(max).nullable()
export const bytes = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

export const day = z.iso.date()
export const slug = z.string().refine(isSlug)
