import { createAdapterFactory, type CleanedWhere, type CustomAdapter } from 'better-auth/adapters'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#db/schema/tables.ts'
import { hashToken } from '#server/config/tokens.server.ts'

/**
 * Better Auth on our own tables: times as milliseconds, booleans as nullable times, and only the hash of a session's
 * token. It writes on the given handle, so that a transaction undoes what it wrote.
 */
export function staffAdapter(db: Db, now: Date) {
  return createAdapterFactory({
    config: {
      adapterId: 'staff',
      supportsDates: true,
      supportsBooleans: true,
      supportsNumericIds: false,
      supportsUUIDs: false,
      transaction: false,
      customTransformInput: ({ data, fieldAttributes }) => {
        if (data instanceof Date) return data.getTime()
        if (fieldAttributes.type !== 'boolean') return data as unknown
        return data ? now.getTime() : null
      },
      customTransformOutput: ({ data, fieldAttributes }) => {
        if (fieldAttributes.type === 'date' && typeof data === 'number') return new Date(data)
        return fieldAttributes.type === 'boolean' ? data != null : (data as unknown)
      },
    },
    adapter: ({ getFieldName }) => adapterOn(db, (model, field) => getFieldName({ model, field })),
  })
}

type Row = Record<string, unknown>

function adapterOn(db: Db, columnOf: (model: string, field: string) => string): CustomAdapter {
  const rows = async <T>(query: RawBuilder<unknown>) => (await query.execute(db)).rows as T[]
  const first = async <T>(query: RawBuilder<unknown>) => (await rows<T>(query))[0] ?? null
  return {
    create: async <T extends Row>({ model, data }: { model: string; data: T }) => {
      const stored = atRest(data)
      const columns = sql.join(Object.keys(stored).map((name) => sql.ref(name)))
      const values = sql.join(Object.values(stored))
      const row = await first<T>(
        sql`insert into ${sql.table(model)} (${columns}) values (${values}) returning *`,
      )
      // The browser needs the token itself; the row has only its hash.
      return { ...data, ...row, ...('token_hash' in data ? { token_hash: data['token_hash'] } : {}) }
    },
    findOne: <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
      first<T>(sql`select * from ${sql.table(model)} ${pick(model, where)} limit 1`),
    findMany: ({ model, where, limit, sortBy, offset }) => {
      const order = sortBy
        ? sql`order by ${sql.ref(columnOf(model, sortBy.field))} ${sortBy.direction === 'desc' ? sql`desc` : sql`asc`}`
        : sql``
      return rows(
        sql`select * from ${sql.table(model)} ${pick(model, where)} ${order} limit ${limit} offset ${offset ?? 0}`,
      )
    },
    count: async ({ model, where }) =>
      Number(
        (await first<{ n: number }>(sql`select count(*) as n from ${sql.table(model)} ${pick(model, where)}`))
          ?.n,
      ),
    update: <T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) =>
      first<T>(
        sql`update ${sql.table(model)} set ${changes(update as Row)} ${pick(model, where)} returning *`,
      ),
    updateMany: async ({ model, where, update }) =>
      (await rows(sql`update ${sql.table(model)} set ${changes(update)} ${pick(model, where)} returning id`))
        .length,
    delete: async ({ model, where }) => {
      await rows(sql`delete from ${sql.table(model)} ${pick(model, where)}`)
    },
    deleteMany: async ({ model, where }) =>
      (await rows(sql`delete from ${sql.table(model)} ${pick(model, where)} returning id`)).length,
    consumeOne: <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
      first<T>(sql`delete from ${sql.table(model)} ${pick(model, where)} returning *`),
  }
}

function changes(update: Row): RawBuilder<unknown> {
  return sql.join(Object.entries(atRest(update)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
}

function atRest(row: Row): Row {
  return typeof row['token_hash'] === 'string' ? { ...row, token_hash: hashToken(row['token_hash']) } : row
}

const signs: Record<string, RawBuilder<unknown>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
}

function pick(model: string, where: CleanedWhere[] = []): RawBuilder<unknown> {
  if (!where.length) return sql``
  return sql`where ${sql.join(
    where.map((condition) => conditionOn(model, condition)),
    sql` and `,
  )}`
}

function conditionOn(
  model: string,
  { field, value, operator, connector }: CleanedWhere,
): RawBuilder<unknown> {
  const sign = signs[operator ?? 'eq']
  if (connector === 'OR' || (!sign && operator !== 'in'))
    throw new Error(
      `The identity library needs ${connector} ${operator} on ${model}, which is not implemented.`,
    )
  if (operator === 'in') return sql`${sql.ref(field)} in (${sql.join((value as string[]).map(sought))})`
  if (value === null) return sql`${sql.ref(field)} is ${operator === 'ne' ? sql`not null` : sql`null`}`
  return sql`${sql.ref(field)} ${sign} ${sought(value)}`

  function sought(value: unknown): unknown {
    return field === 'token_hash' && typeof value === 'string' ? hashToken(value) : value
  }
}
