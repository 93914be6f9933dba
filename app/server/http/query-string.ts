import type { z } from 'zod'

/** The query of an address, or a sentence that names the bad parameter. */
export type QueryRead<T> = { ok: true; query: T } | { ok: false; parameter: string; error: string }

// Other sites append these to links to us; a visitor who follows one has done nothing wrong.
const ignored = /^(utm_[a-z]+|fbclid|gclid|msclkid|mc_[ce]id)$/

/** Reads a flat query string strictly: each parameter known, given once and valid. An empty one counts as absent. */
export function readQuery<T>(params: URLSearchParams, schema: z.ZodType<T>): QueryRead<T> {
  const given = new Map<string, string>()
  for (const [name, value] of params) {
    if (ignored.test(name)) continue
    if (given.has(name))
      return refuse(
        name,
        `The address contains “${short(name)}” more than once. Open the page from the menu.`,
      )
    given.set(name, value.trim())
  }
  const filled = [...given].filter(([, value]) => value !== '')
  const read = schema.safeParse(Object.fromEntries(filled))
  return read.success ? { ok: true, query: read.data } : refuseIssue(read.error.issues[0])
}

function refuseIssue(issue: z.core.$ZodIssue | undefined) {
  if (issue?.code !== 'unrecognized_keys') return refuse(String(issue?.path[0]), issue?.message ?? '')
  const name = issue.keys[0] ?? ''
  return refuse(name, `This page has no option “${short(name)}”. Open it from the menu.`)
}

function refuse(parameter: string, error: string) {
  return { ok: false as const, parameter, error }
}

function short(name: string) {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
