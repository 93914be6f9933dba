import pg from 'pg'

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

/** A connection to PostgreSQL. The server reports whether it is a standby, and when that changes. */
export class PostgresConnection extends pg.Client {
  isStandby = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
  }
}
