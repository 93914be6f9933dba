import pg from 'pg'

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

/** Addresses at which a pooler such as pgbouncer refuses time limits in the first message of a connection. */
const withoutLimits = new Set<string>()

/** A connection to PostgreSQL. The server reports whether it is a standby, and when that changes. */
export class PostgresConnection extends pg.Client {
  isStandby = false
  /** What each transaction must set, because the connection could not. */
  readonly limitsOfTransactions: string | undefined

  constructor(config: pg.ClientConfig = {}) {
    const address = config.connectionString ?? ''
    const { statement_timeout: statementTimeout, lock_timeout: lockTimeout, ...others } = config
    const isPooled = withoutLimits.has(address)
    super(isPooled ? others : config)
    if (isPooled)
      this.limitsOfTransactions = `set local statement_timeout = ${Number(statementTimeout)}; set local lock_timeout = ${Number(lockTimeout)}`
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
    connection.on('errorMessage', (error: unknown) => {
      if (refusesLimits(error)) withoutLimits.add(address)
    })
  }
}

/** The next connection to the same address then comes without them. */
export function refusesLimits(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('unsupported startup parameter')
}
