import { data, redirect } from 'react-router'
import { z } from 'zod'
import { readQuery } from '#server/http/query-string.ts'
import type { FormRead } from '#server/input/form.server.ts'

/** Redirects to a page of ours and sets cookies. */
export function redirectWith(path: string, cookies: string[]) {
  return redirect(path, { headers: cookieHeaders(cookies) })
}

/** The same page again: what needs correcting, and everything that was typed except passwords. */
export function refuse(
  status: number,
  errors: Record<string, string>,
  typed: Record<string, string> = {},
  cookies: string[] = [],
) {
  const answer: Refusal = { errors, typed: withoutSecrets(typed) }
  return data(answer, { status, headers: cookieHeaders(cookies) })
}

type Refusal = {
  errors: Record<string, string>
  typed: Record<string, string>
  /** Only the answer of `refuseConflict` has one. */
  conflict?: undefined
}

function cookieHeaders(cookies: string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}

/** The typed values that may be sent back. */
export function withoutSecrets(typed: Record<string, string>): Record<string, string> {
  const {
    password: _password,
    current: _current,
    token: _token,
    code: _code,
    recoveryCode: _recovery,
    ...saved
  } = typed
  return saved
}

/** A value as the person has it and as someone else has saved it. */
export interface Differing {
  label: string
  mine: string
  theirs: string
}

/**
 * The same page with both sides of what differs, everything that was typed, and the version that the next save must
 * name.
 */
export function refuseConflict<Version extends string | number | undefined>(
  errors: Record<string, string>,
  typed: Record<string, string>,
  conflict: { differing: Differing[]; version: Version },
  cookies: string[] = [],
) {
  const headers = cookieHeaders(cookies)
  return data({ errors, typed: withoutSecrets(typed), conflict }, { status: 409, headers })
}

export function labelsOf(fields: Record<string, { label: string }>): [name: string, label: string][] {
  return Object.entries(fields).map(([name, { label }]) => [name, label])
}

/** Both values of every field where typed and stored text differ; browsers have their own line endings. */
export function differingFields(
  labels: [name: string, label: string][],
  typed: Record<string, string>,
  theirs: Record<string, string>,
): Differing[] {
  return labels
    .map(([name, label]) => ({ label, mine: typed[name] ?? '', theirs: theirs[name] ?? '' }))
    .filter(({ mine, theirs }) => plain(mine) !== plain(theirs))
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}

/** For forms without typed fields: if one is wrong, it does not come from the current page. */
export function unlessWrong<T>(form: FormRead<T>): T {
  if (form.ok) return form.answers
  throw data({ sentence: unreadableForm }, { status: 400 })
}

/** For Undo, if what its act made is no longer there. */
export const changedSince =
  'Someone else changed this since, so we did not undo your change. Check what this page shows now, then change it if needed.'

export const unknownAction = 'This action does not exist. Reload the page and try again.'

export const unreadableForm = 'We could not read this form. Reload the page and try again.'

/**
 * Only the staff area's own pages, with a plain query, may follow a sign-in; anything else could lead off the site.
 * Someone who must set up a second factor first would be rejected by all others.
 */
export function nextPath(query: string | null | undefined, role: string | null, mustEnrol = false): string {
  if (mustEnrol) return '/account/factors'
  const home =
    role === 'admin' ? '/admin/dashboard' : role === 'editor' ? '/editor/dashboard' : '/account/profile'
  return isOwnPage(query) ? query : home
}

/** The page that asks for the second factor, which then leads to the requested one. */
export function secondFactorPath(next: string | null | undefined): string {
  const path = '/admin/second-factor'
  return isOwnPage(next) ? `${path}?next=${encodeURIComponent(next)}` : path
}

function isOwnPage(path: string | null | undefined): path is string {
  return (
    typeof path === 'string' &&
    /^\/(admin|editor|account)(\/[A-Za-z0-9-]+)*(\?[\w.~%+=&-]*)?$/.test(path) &&
    !path.startsWith('/admin/admin-editor-login')
  )
}

/** For the few answers that our scripts read. */
export function jsonWith(status: number, body: object, cookies: string[] = []) {
  const headers = cookieHeaders(cookies)
  headers.set('cache-control', 'no-store')
  return Response.json(body, { status, headers })
}

/** For addresses that only our scripts post to. */
export function onlyPosted() {
  return new Response('This address does not answer to GET.\n', {
    status: 405,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** The same page with something to show once, such as new recovery codes. */
export function dataWith<T extends object>(shown: T, cookies: string[]) {
  return data(shown, { headers: cookieHeaders(cookies) })
}

/** For pages whose address has no query. */
export function expectNoQuery(url: URL) {
  const read = readQuery(queryOf(url), z.strictObject({}))
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
}

/** The query of an address, without the action. */
export function queryOf(url: URL): URLSearchParams {
  const query = new URLSearchParams(url.searchParams)
  query.delete('do')
  for (const name of retiredParameters) query.delete(name)
  return query
}

/** Until 2026 these held success messages. Addresses with them are in bookmarks and browser histories and still open. */
const retiredParameters = [
  ...['added', 'aside', 'back', 'did', 'discarded', 'done', 'invited', 'left', 'matched', 'moved', 'removed'],
  ...['resent', 'saved', 'undone', 'withdrawn'],
]
