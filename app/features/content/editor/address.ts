import { isSafeHref } from '#features/content/addresses/safe-href.ts'

/** The typed text as a full address that may be stored, or undefined if it cannot be one. */
export function fullAddress(typed: string): string | undefined {
  const text = typed.trim()
  const mail = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]+$/.test(text)
  const host = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u.test(text)
  const candidates = [text, ...(mail ? [`mailto:${text}`] : []), ...(host ? [`https://${text}`] : [])]
  return candidates.find(isSafeHref)
}
