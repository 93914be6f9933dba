import { browser } from '#test/makers/enquiries.ts'
import { ask } from '#test/harness/http.ts'
import { origin } from '#test/harness/site.ts'

const urlencoded = 'application/x-www-form-urlencoded'

export function post(
  port: number,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams(form).toString()
  const given = { origin, 'content-type': urlencoded, 'user-agent': browser, ...headers }
  return ask(port, path, { method: 'POST', ...given, body })
}
