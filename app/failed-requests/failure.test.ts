import { expect, test } from 'vitest'
import { UNSAFE_ErrorResponseImpl as Answer } from 'react-router'
import {
  adviceFor,
  causeOf,
  causeOfStatus,
  isOurRefusal,
  titleOf,
  type Cause,
  type Moment,
} from './failure.ts'

const proxyPage = '<html><body>Bad gateway</body></html>'

test('each kind of failure has its cause', () => {
  expect(causeOf(new TypeError('Failed to fetch'))).toEqual({ cause: 'unreachable' })
  expect(causeOf(new Error('Unable to decode turbo-stream response'))).toEqual({ cause: 'failed' })
  expect(causeOf(new Answer(502, 'Bad Gateway', proxyPage))).toEqual({ cause: 'failed' })
  expect(causeOf(new Answer(403, 'Forbidden', proxyPage))).toMatchObject({ cause: 'refused' })
  expect(causeOf(new Answer(401, '', null))).toEqual({ cause: 'signed-out' })
  expect(causeOfStatus(503)).toEqual({ cause: 'failed' })
})

test('what our server says is repeated, what a proxy says is not', () => {
  const ours = new Answer(403, '', { sentence: 'Only administrators can open this page.' })
  expect(causeOf(ours).sentence).toBe('Only administrators can open this page.')
  expect(causeOf(new Answer(403, '', proxyPage)).sentence).toBeUndefined()
  expect(isOurRefusal(ours)).toBe(true)
  expect(isOurRefusal(new Answer(403, '', proxyPage))).toBe(false)
  expect(isOurRefusal(new Answer(503, '', { sentence: 'Later.' }))).toBe(false)
})

test('whatever fails, the notice says what happened, that the text is safe or sent, and what to do', () => {
  const causes: Cause[] = ['unreachable', 'failed', 'refused', 'signed-out']
  const moments: Moment[] = ['send', 'open', 'open-next', 'refresh']
  for (const cause of causes)
    for (const moment of moments) {
      expect(titleOf({ cause, moment })).toMatch(/^(We|The site|You) .*\.$/)
      expect(adviceFor({ cause, moment })).toMatch(
        /What you typed is still here|what you typed is still here|received/,
      )
      expect(adviceFor({ cause, moment })).toMatch(/, then (press the same button|try|open the next page)/)
    }
})
