import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isPostgresUrl } from '#db/engine.server.ts'

export interface Config {
  host: string
  port: number
  /** The address visitors use, without a slash at the end. */
  origin: string
  dataDir: string
  /** A PostgreSQL URL, or the path of the SQLite file. */
  database: string
}

/** A setting of the environment that the site cannot start with. The message is meant for a person. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

export function readConfig(env: Environment): Config {
  const host = env['HOST'] || 'localhost'
  const port = readPort(env['PORT'])
  const dataDir = readDataDir(env['DATA_DIR'])
  return {
    host,
    port,
    origin: readOrigin(env['ORIGIN']) ?? `http://${inAddress(host)}:${port}`,
    dataDir,
    database: readDatabase(env['DATABASE_URL']) ?? join(dataDir, 'site.db'),
  }
}

/** An IPv6 address stands in brackets there. */
export function inAddress(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function readPort(text: string | undefined): number {
  if (!text) return 3000
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`)
  return port
}

function readOrigin(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  )
    throw new ConfigError(`ORIGIN must be an address such as https://www.example.org, not "${text}".`)
  return url.origin
}

function readDatabase(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!isPostgresUrl(text) || !URL.canParse(text))
    throw new ConfigError(
      `DATABASE_URL must be an address that starts with postgres:// or postgresql://; leave it out to use the embedded database.`,
    )
  return text
}

function readDataDir(text: string | undefined): string {
  const path = resolve(text || 'data')
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new ConfigError(`DATA_DIR must be a folder that can be written to; "${path}" is not.`, { cause })
  }
  return path
}
