import { officeDayInWords, officeTimeInWords } from '#office-time.ts'
import type { Details } from './details.ts'

export interface AuditWords {
  who: string
  /** The subject, or "their own account" when someone acts on themselves. */
  whom: string
  isOwn: boolean
  /** As recorded, such as `case:FN-2026-0001`. */
  subject: string
  details: Details
}

/** What a feature says about its actions, each in one English sentence without its full stop. */
export type AuditSentences = Record<string, (words: AuditWords) => string>

/** Every feature adds its action names here, with their sentences: nothing else can be recorded. */
export interface AuditActions {}

export type AuditAction = keyof AuditActions

export function fileOf(details: Details) {
  return `“${text(details['name']) ?? 'unnamed'}”`
}

export function fromTo(details: Details, field: string) {
  const change = details.changes?.[field]
  return change ? ` from ${show(change[0])} to ${show(change[1])}` : ''
}

export function fields(details: Details) {
  const names = Object.keys(details.changes ?? {}).map(plain)
  return names.length === 0 ? '' : `: ${names.join(', ')}`
}

export function count(details: Details) {
  const number = Number(details['count'])
  if (number === 1) return '1 entry'
  return number > 1 ? `${number} entries` : 'entries'
}

export function lookingFor(details: Details) {
  const words = text(details['q'])
  return words === undefined ? '' : `, searching for “${words}”`
}

export function asFile(details: Details) {
  return ` as ${text(details['format'])?.toUpperCase() ?? 'a file'}`
}

export function people(details: Details) {
  const count = number(details['count'])
  return count === 1 ? 'one person' : `${count} people`
}

export function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A recorded day, `2027-01-31`, or moment in words. */
export function whenIn(value: unknown): string {
  const at = Date.parse(text(value) ?? '')
  if (Number.isNaN(at)) return show(value)
  return String(value).length === '2027-01-31'.length ? officeDayInWords(at) : officeTimeInWords(at)
}

/** `sign-in_failed` and `societyName` as words. */
export function plain(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase()
}
