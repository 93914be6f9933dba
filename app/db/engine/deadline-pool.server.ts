import { connect, type Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { PostgresConnection, refusesLimits } from './postgres-connection.server.ts'
import { msToDeadline, waitFor } from './deadline.server.ts'

type Result<R> = PostgresQueryResult<R>

/** A pool in which no one waits for a connection longer than the deadline of the current request allows. */
export class DeadlinePool implements PostgresPool {
  readonly options: object
  readonly #pool: pg.Pool
  readonly #mustLead: boolean
  readonly #clients = new WeakMap<pg.PoolClient, DeadlineClient>()

  constructor(pool: pg.Pool, mustLead: boolean) {
    this.#pool = pool
    this.#mustLead = mustLead
    this.options = pool.options
  }

  async connect(): Promise<PostgresPoolClient> {
    for (let tries = 1; ; tries++) {
      const client = await this.#take()
      const known = this.#clients.get(client) ?? new DeadlineClient(client)
      this.#clients.set(client, known)
      // It never runs cursors.
      if (!this.#mustLead || !isStandby(client)) return known as unknown as PostgresPoolClient
      // After a failover a new connection may lead to the new primary.
      client.release(true)
      if (tries === maxConnections) throw new StandbyServer()
    }
  }

  #take(): Promise<pg.PoolClient> {
    return waitFor(
      () => this.#connectPlainly(),
      // The next request can use it.
      (late) => void late.then((client) => client.release()).catch(() => undefined),
    )
  }

  async #connectPlainly(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (!refusesLimits(error)) throw error
      return this.#pool.connect()
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

const maxConnections = 5

function isStandby(client: pg.PoolClient): boolean {
  return client instanceof PostgresConnection && client.isStandby
}

/** The error code of a server that is read-only because another has taken over or is about to. */
const readOnly = '25006'

class StandbyServer extends Error {
  readonly code = readOnly

  constructor() {
    super('The server is a standby and accepts no writes.')
  }
}

class DeadlineClient {
  readonly #client: pg.PoolClient
  /** Closed on release: a request gave up on it, or its server is read-only. */
  #isUnfit = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  get processID(): number | undefined {
    return (this.#client as unknown as { processID?: number }).processID
  }

  async query<R>(sql: string, parameters: readonly unknown[]): Promise<Result<R>> {
    // The server rolls everything back when the connection ends.
    if (sql === 'rollback' && (this.#isUnfit || msToDeadline() <= 0)) return this.#leaveToServer()
    return waitFor(
      () => this.#ask<R>(sql, parameters),
      () => this.#giveUp(sql),
    )
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isUnfit)
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Promise<Result<R>> {
    try {
      if (sql === 'begin') return await this.#begin()
      return (await this.#client.query(sql, [...parameters])) as unknown as Result<R>
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === readOnly) this.#isUnfit = true
      throw error
    }
  }

  /** Sets the limits in the same message, so that they cost no time. */
  async #begin<R>(): Promise<Result<R>> {
    const limits = this.#client instanceof PostgresConnection ? this.#client.limitsOfTransactions : undefined
    await this.#client.query(limits === undefined ? 'begin' : `begin; ${limits}`)
    return { command: 'BEGIN' as 'SELECT', rowCount: 0, rows: [] }
  }

  /**
   * No other request can use a connection with an answer pending. The server would still run the statement, so we
   * cancel it; except a commit, which may already be done and must then be completed.
   */
  #giveUp(sql: string) {
    this.#isUnfit = true
    const inner = this.#client as unknown as Inner
    if (sql !== 'commit') cancel(inner)
    inner.connection.stream.destroy()
  }

  #leaveToServer<R>(): Result<R> {
    this.#isUnfit = true
    return { command: 'ROLLBACK', rowCount: 0, rows: [] }
  }
}

/** Fields of the driver that its types do not declare. */
interface Inner {
  host: string
  port: number
  processID: number
  secretKey: number
  connection: { stream: Socket }
}

const cancelCode = 80_877_102
const maxCancelMs = 1500

/** Over its own connection, as the protocol demands; closed if nothing answers. */
function cancel({ host, port, processID, secretKey }: Inner) {
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  const request = Buffer.alloc(16)
  for (const [at, number] of [16, cancelCode, processID, secretKey].entries())
    request.writeInt32BE(number, at * 4)
  socket.on('error', () => undefined)
  socket.setTimeout(maxCancelMs, () => socket.destroy())
  socket.end(request)
}
