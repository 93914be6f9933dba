import {
  UNSAFE_decodeViaTurboStream as decode,
  UNSAFE_SingleFetchRedirectSymbol as redirected,
} from 'react-router'

/** The content of a `.data` answer, as the browser's router reads it. */
export async function readTurbo(bytes: Uint8Array): Promise<unknown> {
  const body = new Response(bytes as BodyInit).body
  if (!body) return undefined
  const { value, done } = await decode(body, globalThis)
  await done
  return value
}

/** Where such an answer redirects to, if it does. */
export async function readTurboRedirect(bytes: Uint8Array): Promise<string | undefined> {
  const value = (await readTurbo(bytes)) as Record<string | symbol, unknown>
  const reported = (value[redirected] ?? value) as { redirect?: string }
  return reported.redirect
}
