import { ask, type HttpAnswer } from '#test/harness/http.ts'
import { origin } from '#test/harness/site.ts'
import type { Caller } from '#test/harness/visitors.ts'

const urlencoded = 'application/x-www-form-urlencoded'

export function withCookie({ cookie }: Caller) {
  return cookie ? { cookie } : {}
}

export function post(
  port: number,
  path: string,
  by: Caller,
  form: Record<string, string>,
): Promise<HttpAnswer> {
  const body = new URLSearchParams(form).toString()
  return ask(port, path, { method: 'POST', origin, 'content-type': urlencoded, ...withCookie(by), body })
}
