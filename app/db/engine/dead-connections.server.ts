import type { Socket } from 'node:net'
import pg from 'pg'

/**
 * A connection to PostgreSQL can fall silent without being closed: the network is cut, the server hangs, another server
 * has taken over. A request on it would wait forever. After some silence we ask over a new connection; if there is no
 * answer there either, or the server no longer knows us, we close the old connection.
 */

const silentMs = 3000
const answerWithinMs = 1500
/** A pooler in between uses its own process ids, so a connection that is merely unknown gets longer. */
const unknownForMs = 60_000

export function dropDeadConnections(pool: pg.Pool, url: string): void {
  const waiting = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => waiting.set(client, performance.now()))
  pool.on('release', (_error, client) => waiting.delete(client))
  pool.on('remove', (client) => waiting.delete(client))
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    let silentSince = performance.now()
    stream.on('data', () => (silentSince = performance.now()))
    const judge = async () => {
      const since = Math.max(silentSince, waiting.get(client) ?? Infinity)
      const silent = performance.now() - since
      if (waiting.has(client) && silent >= silentMs) {
        const answer = await checkElsewhere(url, (client as unknown as { processID: number }).processID)
        const isDead = answer === 'none' || (answer === 'unknown' && silent > unknownForMs)
        // It may have answered while we asked.
        if (isDead && performance.now() - silentSince >= silentMs)
          stream.destroy(new Error('Connection terminated: the database does not answer.'))
      }
      if (!stream.destroyed) stream.setTimeout(silentMs)
    }
    stream.setTimeout(silentMs)
    stream.on('timeout', () => void judge())
  })
}

/** Whether the server answers on a new connection and knows the old one. */
async function checkElsewhere(url: string, processId: number): Promise<'known' | 'unknown' | 'none'> {
  const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerWithinMs })
  other.on('error', () => undefined)
  // Its own time limits start only once it is connected.
  const tooLate = setTimeout(() => silence(other), answerWithinMs)
  try {
    await other.connect()
    const { rowCount } = await other.query('select 1 from pg_stat_activity where pid = $1', [processId])
    return rowCount ? 'known' : 'unknown'
  } catch {
    return 'none'
  } finally {
    clearTimeout(tooLate)
    silence(other)
  }
}

function silence(client: pg.Client) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.destroy()
}
