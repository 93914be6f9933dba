/** Why the database or the disk could not do the work, where that is no one's mistake. */
export type DatabaseFailure = 'away' | 'full'

const full = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|53100)$/

/** The network fails; the database stops, starts, is read-only, is too busy or does not answer; the disk fails. */
const away = new RegExp(
  [
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EIO$|EROFS$)/,
    /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|READONLY)/,
    // From PostgreSQL: connections, resources, operator intervention, a standby, locks and time limits.
    /^(08|53|57|58)...$|^(25006|55P03|55000|40001|40P01)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** What the drivers report without a code. */
const awayWords =
  /^(Connection terminated|There was an error establishing an SSL connection|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|The database connection is not open|driver has already been destroyed)/

/** Undefined for everything else, which is a bug of ours. */
export function failureOf(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (full.test(code)) return 'full'
  if (away.test(code) || awayWords.test(error.message)) return 'away'
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return failureOf(error.cause) ?? failureOf(first)
}
