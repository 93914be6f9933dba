import { isRouteErrorResponse } from 'react-router'

/** Why a request failed, distinguished by what the person can do about it. */
export type Cause = 'unreachable' | 'failed' | 'refused' | 'signed-out'

/**
 * What the page was doing: sending a form, opening another page, opening the page after a form, or reloading its data.
 */
export type Moment = 'send' | 'open' | 'open-next' | 'refresh'

export interface RequestFailure {
  cause: Cause
  moment: Moment
  /** What our own server answered. */
  sentence?: string | undefined
  /** The page that could not be opened. */
  next?: string
}

/** An answer that our server gave on purpose; a proxy answers with text. */
export function isOurRefusal(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500 && typeof error.data === 'object'
}

export function causeOf(error: unknown): Pick<RequestFailure, 'cause' | 'sentence'> {
  if (isRouteErrorResponse(error)) return causeOfStatus(error.status, error.data)
  // Browsers throw nothing else when there is no answer at all.
  return { cause: error instanceof TypeError ? 'unreachable' : 'failed' }
}

export function causeOfStatus(status: number, data?: unknown): Pick<RequestFailure, 'cause' | 'sentence'> {
  if (status >= 500) return { cause: 'failed' }
  if (status === 401) return { cause: 'signed-out' }
  const said = data as { sentence?: string } | null | undefined
  return { cause: 'refused', sentence: typeof said === 'object' ? said?.sentence : undefined }
}

const titles: Record<Cause, string> = {
  unreachable: 'We could not reach the site.',
  failed: 'The site could not answer.',
  refused: 'The site did not accept this request.',
  'signed-out': 'You have been signed out.',
}

const remedies: Record<Cause, string> = {
  unreachable: 'Check your connection',
  failed: 'Wait a minute',
  refused: 'Wait a minute',
  'signed-out': 'Sign in again in a new tab',
}

export function titleOf({ cause, moment }: RequestFailure): string {
  return moment === 'open-next' ? 'We could not open the next page.' : titles[cause]
}

export function adviceFor({ cause, moment, sentence }: RequestFailure): string {
  if (sentence) return `${sentence} What you typed is still here.`
  const remedy = remedies[cause]
  switch (moment) {
    case 'send':
      return `What you typed is still here, but it may not be saved. ${remedy}, then press the same button again.`
    case 'open':
      return `You are still on the same page, and what you typed is still here. ${remedy}, then try again.`
    case 'open-next':
      return `We received what you sent. ${remedy}, then open the next page.`
    case 'refresh':
      return `This page may be out of date. What you typed is still here. ${remedy}, then try again.`
  }
}
