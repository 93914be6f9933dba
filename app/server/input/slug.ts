/** The last part of a readable address: lowercase letters, digits and single hyphens. */

export const maxSlugLength = 80

export function isSlug(text: string): boolean {
  return text.length <= maxSlugLength && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}
