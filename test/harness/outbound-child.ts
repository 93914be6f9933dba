import { contacted, takeForeign } from './outbound.ts'

/** The same for processes that tests start: one that connects to another machine is ended immediately, and says why. */

const hasConnectedOutside = 97

const push = contacted.push.bind(contacted)
contacted.push = (...targets) => {
  const length = push(...targets)
  const foreign = takeForeign()
  if (foreign.length === 0) return length
  process.stderr.write(`It connected to another machine: ${foreign.join(', ')}\n`)
  process.exit(hasConnectedOutside)
}
