import type { LetterDefinition } from './definition.ts'

export interface Wording {
  subject: string
  body: string
}

/** Puts the facts into the braces. What the letter does not know stays as it is written, and nothing is run. */
export function fill(text: string, facts: Partial<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]{1,20})\}/g, (braces, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? '') : braces,
  )
}

export function paragraphsOf(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)
}

/** The words in braces that this letter must have and does not. */
export function missingPlaceholders({ needs = [] }: LetterDefinition, { body }: Wording): string[] {
  return needs.map(({ name }) => name).filter((name) => !body.includes(`{${name}}`))
}

/** The words in braces that this letter cannot fill in. */
export function unknownPlaceholders(
  { placeholders }: LetterDefinition,
  { subject, body }: Wording,
): string[] {
  const known = placeholders.map(({ name }) => name)
  const used = [...`${subject}\n${body}`.matchAll(/\{([a-z]{1,20})\}/g)].map(([, name = '']) => name)
  return [...new Set(used.filter((name) => !known.includes(name)))]
}
