import type { LetterDefinition } from './definition.ts'

export interface Wording {
  subject: string
  body: string
}

/** Inserts the values into the braces. Unknown words stay as written, and nothing is executed. */
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

/** Required words in braces that are missing. */
export function missingPlaceholders({ needs = [] }: LetterDefinition, { body }: Wording): string[] {
  return needs.map(({ name }) => name).filter((name) => !body.includes(`{${name}}`))
}

/** Words in braces that this letter cannot fill in. */
export function unknownPlaceholders(
  { placeholders }: LetterDefinition,
  { subject, body }: Wording,
): string[] {
  const known = placeholders.map(({ name }) => name)
  const secret = placeholders.filter(({ isSecret }) => isSecret).map(({ name }) => name)
  const unknown = [
    ...usedIn(subject).filter((name) => !known.includes(name) || secret.includes(name)),
    ...usedIn(body).filter((name) => !known.includes(name)),
  ]
  return [...new Set(unknown)]
}

function usedIn(text: string): string[] {
  return [...text.matchAll(/\{([a-z]{1,20})\}/g)].map(([, name = '']) => name)
}
