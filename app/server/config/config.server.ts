import { randomBytes } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { isPostgresUrl } from '#db/engine/engine.server.ts'
import { makeDurableFolderNow } from '#db/engine/sync-folder.server.ts'
import { ConfigError } from './config-error.ts'
import { checkFiles, encryptedDatabase, mayMailBePlain, readYes } from './encrypted-connections.ts'
import { createOnce } from '#server/files/create-once.server.ts'
import { inAddress } from '#server/http/listen-errors.ts'
import { isMailAddress } from '#server/mail/mail-address.ts'
import type { ObjectStoreLocation } from '#server/files/object-store.server.ts'
import { readTraceTarget, type TraceTarget } from '#server/observe/trace-target.ts'
import { readFirebase, type FirebaseProject } from './firebase.ts'
import { readSignInProviders, type SignInProvider } from './sign-in-providers.ts'

export interface Config {
  host: string
  port: number
  /** The address visitors use, without a trailing slash. */
  origin: string
  dataDir: string
  /** A PostgreSQL URL, or the path of the SQLite file. */
  database: string
  /** A PostgreSQL replica of that database; public pages are read there. */
  readDatabase: string | undefined
  /** The S3 store that holds all files; without it they are in folders under the data. */
  objects: ObjectStoreLocation | undefined
  /** Signs cookies and seals second factors. */
  secret: string
  /** Signs certificates; without it a key file is beside the data. */
  certificateKey: string | undefined
  /** Whether keys may differ from those that the site has used so far. */
  mayKeysBeNew: boolean
  /** Whether to start although the store has none of the site's files. */
  mayFilesBeMissing: boolean
  /** The proxies trusted about a visitor's address. */
  trustedProxies: BlockList
  /** The mail server for letters; without it they are stored for staff to read. */
  smtpUrl: string | undefined
  /** Whether letters may also be sent over a connection that cannot be encrypted. */
  mayMailBePlain: boolean
  mailFrom: string | undefined
  /** Where mail servers report letters that they could not deliver; by default the sender. */
  bounceTo: string | undefined
  /** The program, with its arguments, that is given the path of every uploaded file; 0 means clean, 1 infected. */
  scanCommand: string[] | undefined
  /** The token for /metrics; without it only this machine may read them. */
  metricsToken: string | undefined
  /** Whether every request is logged, with the network it came from. */
  isEveryRequestLogged: boolean
  /** Where request traces are sent; without it nothing is traced. */
  traces: TraceTarget | undefined
  /** Where passwords of new accounts are stored and checked; without it, here. */
  firebase: FirebaseProject | undefined
  /** Where staff may sign in besides here. */
  signInProviders: SignInProvider[]
  /** Where backups are stored. */
  backupDir: string
  /** Seals backups; without it a key file is beside the data. */
  backupKey: string | undefined
  /** An S3 store for backups and recovery points, instead of `backupDir`. */
  backupObjects: ObjectStoreLocation | undefined
  /** How many days back the site can be restored to any moment; 0 for none. */
  recoveryDays: number
  /** How long /readyz says no before the listeners close, so that a proxy stops sending requests. */
  drainMs: number
}

type Environment = Record<string, string | undefined>

export function readConfig(env: Environment): Config {
  const host = env['HOST'] || 'localhost'
  const port = readPort(env['PORT'])
  const dataDir = readDataDir(env['DATA_DIR'])
  return {
    host,
    port,
    origin: readOrigin(env['ORIGIN']) ?? ownOrigin(host, port),
    dataDir,
    database: readDatabase(env) ?? join(dataDir, 'site.db'),
    readDatabase: readReadDatabase(env),
    objects: readStoreUrl('FILES_URL', env),
    secret: readSecret(env['SECRET'], dataDir),
    certificateKey: env['CERTIFICATE_KEY'] || undefined,
    mayKeysBeNew: readYes('NEW_KEYS', env),
    mayFilesBeMissing: readYes('MISSING_FILES', env),
    trustedProxies: readProxies(env['TRUSTED_PROXIES']),
    smtpUrl: readSmtpUrl(env['SMTP_URL']),
    mayMailBePlain: mayMailBePlain(env),
    mailFrom: readMailFrom(env),
    bounceTo: readBounceTo(env['BOUNCE_TO']),
    scanCommand: readCommand(env['SCAN_COMMAND']),
    metricsToken: readToken(env['METRICS_TOKEN']),
    isEveryRequestLogged: readYes('ACCESS_LOG', env),
    traces: readTraceTarget(env),
    firebase: readFirebase(env),
    signInProviders: readSignInProviders(env),
    backupDir: resolve(env['BACKUP_DIR'] || join(dataDir, 'backups')),
    backupKey: readBackupKey(env['BACKUP_KEY']),
    backupObjects: readStoreUrl('BACKUP_URL', env),
    recoveryDays: readRecoveryDays(env),
    drainMs: readDrain(env['DRAIN_SECONDS']),
  }
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

/** A browser knows no machine by the address that means "all of them", so every form would seem to come from elsewhere. */
function ownOrigin(host: string, port: number): string {
  if (isIP(host) && /^[0:.]+$/.test(host))
    throw new ConfigError(
      `ORIGIN must be the address that visitors use, such as https://www.example.org, if HOST is ${host}.`,
    )
  return `http://${inAddress(host)}:${port}`
}

function readDatabase(env: Environment): string | undefined {
  const text = env['DATABASE_URL']
  if (!text) return undefined
  if (!isPostgresUrl(text) || !URL.canParse(text))
    throw new ConfigError(
      `DATABASE_URL must be an address that starts with postgres:// or postgresql://; leave it out to use the embedded database.`,
    )
  return encryptedDatabase('DATABASE_URL', text, env)
}

function readReadDatabase(env: Environment) {
  const { DATABASE_READ_URL: text, DATABASE_URL: main } = env
  if (!text) return undefined
  if (!main || !isPostgresUrl(text) || !URL.canParse(text))
    throw new ConfigError(
      'DATABASE_READ_URL must be an address that starts with postgresql://, and needs DATABASE_URL beside it.',
    )
  return encryptedDatabase('DATABASE_READ_URL', text, env)
}

function readStoreUrl(name: 'FILES_URL' | 'BACKUP_URL', env: Environment): ObjectStoreLocation | undefined {
  const text = env[name]
  if (!text) return undefined
  const url = URL.parse(text)
  const path = url?.pathname.replace(/(?<!\/)\/+$/, '')
  if (!url || !/^https?:$/.test(url.protocol) || !path || !url.username || !url.password || url.hash)
    throw new ConfigError(
      `${name} must be an address such as https://key:secret@s3.example.org/bucket?region=eu-central-1.`,
    )
  checkFiles(name, url, env)
  return {
    endpoint: `${url.origin}${path}`,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}

function readDataDir(text: string | undefined): string {
  const path = resolve(text || 'data')
  try {
    makeDurableFolderNow(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new ConfigError(`DATA_DIR must be a folder that can be written to; "${path}" is not.`, { cause })
  }
  return path
}

/** Created once and stored beside the data, so that a site works without the setting. */
function readSecret(text: string | undefined, dataDir: string): string {
  if (text && text.length < 32)
    throw new ConfigError('SECRET must be 32 characters or longer; leave it out to let the site create one.')
  if (text) return text
  const path = join(dataDir, 'secret')
  try {
    return createOnce(path, () => randomBytes(32).toString('base64url'))
  } catch (cause) {
    throw new ConfigError(`The file "${path}" could not be created; set SECRET instead.`, { cause })
  }
}

function readProxies(text: string | undefined): BlockList {
  const trusted = new BlockList()
  for (const part of (text ?? '').split(',').map((part) => part.trim())) {
    if (!part) continue
    const [address = '', bits, ...rest] = part.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const max = family === 'ipv6' ? 128 : 32
    const prefix = bits === undefined ? max : Number(bits)
    if (!isIP(address) || rest.length || !/^\d+$/.test(bits ?? '0') || prefix > max)
      throw new ConfigError(
        `TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas; "${part}" is neither.`,
      )
    trusted.addSubnet(address, prefix, family)
  }
  return trusted
}

function readSmtpUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw new ConfigError('SMTP_URL must be an address such as smtps://user:password@mail.example.org.')
  return text
}

function readMailFrom(env: Environment): string | undefined {
  const text = env['MAIL_FROM']
  if (!text && env['SMTP_URL'])
    throw new ConfigError('MAIL_FROM must be the sender of emails, because SMTP_URL is set.')
  if (!text) return undefined
  if (!/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/.test(text))
    throw new ConfigError('MAIL_FROM must be an address such as "The Office <office@example.org>".')
  return text
}

function readBounceTo(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!isMailAddress(text))
    throw new ConfigError('BOUNCE_TO must be one address such as bounces@example.org.')
  return text
}

/** Words separated by spaces; no shell ever sees them. */
function readCommand(text: string | undefined): string[] | undefined {
  const words = (text ?? '').split(/\s+/).filter(Boolean)
  return words.length === 0 ? undefined : words
}

function readToken(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!/^[\w.~+/=-]{16,200}$/.test(text))
    throw new ConfigError(
      'METRICS_TOKEN must be 16 characters or longer, of letters, digits and . _ ~ + / = - only.',
    )
  return text
}

function readBackupKey(text: string | undefined): string | undefined {
  if (text && text.length < 32)
    throw new ConfigError(
      'BACKUP_KEY must be 32 characters or longer; leave it out to let the site create one.',
    )
  return text || undefined
}

function readRecoveryDays(env: Environment): number {
  const text = env['RECOVERY_DAYS']
  if (!text) return 0
  if (!/^\d{1,2}$/.test(text) || Number(text) > 90)
    throw new ConfigError(`RECOVERY_DAYS must be a whole number from 0 to 90, not "${text}".`)
  if (Number(text) > 0 && env['DATABASE_URL'])
    throw new ConfigError(
      'RECOVERY_DAYS works only without DATABASE_URL. PostgreSQL archives its own changes; see “Restoring to any moment (point-in-time recovery)” in docs/running.md.',
    )
  return Number(text)
}

function readDrain(text: string | undefined): number {
  if (!text) return 0
  if (!/^\d{1,2}$/.test(text) || Number(text) > 60)
    throw new ConfigError(`DRAIN_SECONDS must be a whole number from 0 to 60, not "${text}".`)
  return Number(text) * 1000
}
