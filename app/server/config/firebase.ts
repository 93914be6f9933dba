import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'
import { isLoopback } from './encrypted-connections.ts'

/** The project at Firebase that checks passwords; without it the site does so itself. */
export interface FirebaseProject {
  projectId: string
  apiKey: string
  /** The address of the emulator, whose tokens are not signed; only on this machine. */
  emulator: string | undefined
  /** Where user records are mirrored; without it, nowhere. */
  firestore: { emulator: string } | { account: ServiceAccount } | undefined
}

/** Who may write to Firestore. */
export interface ServiceAccount {
  email: string
  keyId: string
  /** As PEM. */
  privateKey: string
}

type Environment = Record<string, string | undefined>

export function readFirebase(env: Environment): FirebaseProject | undefined {
  const [projectId, apiKey] = [env['FIREBASE_PROJECT_ID']?.trim(), env['FIREBASE_API_KEY']?.trim()]
  if (!projectId && !apiKey) {
    const mirrorSetting = mirrorNames.find((name) => env[name]?.trim())
    if (mirrorSetting)
      throw new ConfigError(`${mirrorSetting} needs FIREBASE_PROJECT_ID and FIREBASE_API_KEY.`)
    return undefined
  }
  if (!projectId || !apiKey)
    throw new ConfigError('FIREBASE_PROJECT_ID and FIREBASE_API_KEY must be set together.')
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(projectId))
    throw new ConfigError(
      `FIREBASE_PROJECT_ID must be the id of a project, such as academy-website, not "${projectId}".`,
    )
  if (!/^[\w-]{1,100}$/.test(apiKey))
    throw new ConfigError('FIREBASE_API_KEY must be the Web API key of the project.')
  const emulator = readEmulator('FIREBASE_AUTH_EMULATOR_HOST', env, projectId)
  return { projectId, apiKey, emulator, firestore: readFirestore(env, projectId) }
}

const mirrorNames = ['FIREBASE_SERVICE_ACCOUNT', 'FIRESTORE_EMULATOR_HOST'] as const

function readFirestore(env: Environment, projectId: string): FirebaseProject['firestore'] {
  const emulator = readEmulator('FIRESTORE_EMULATOR_HOST', env, projectId)
  const path = env['FIREBASE_SERVICE_ACCOUNT']?.trim()
  if (emulator && path)
    throw new ConfigError('Set FIREBASE_SERVICE_ACCOUNT or FIRESTORE_EMULATOR_HOST, not both.')
  if (emulator) return { emulator }
  return path ? { account: readAccount(path, projectId) } : undefined
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function readAccount(path: string, projectId: string): ServiceAccount {
  const read = readJsonFile(path) ?? {}
  const { type, project_id, client_email: email, private_key_id: keyId, private_key: privateKey } = read
  if (
    type !== 'service_account' ||
    !email?.includes('@') ||
    !keyId ||
    !privateKey ||
    !isPrivateKey(privateKey)
  )
    throw new ConfigError(
      `FIREBASE_SERVICE_ACCOUNT must be the path of the JSON key file of a service account; "${path}" is not.`,
    )
  if (project_id !== projectId)
    throw new ConfigError(
      `The service account in FIREBASE_SERVICE_ACCOUNT belongs to the project "${project_id}", not to "${projectId}".`,
    )
  return { email, keyId, privateKey }
}

function readJsonFile(path: string): Record<string, string> | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const fields = typeof read === 'object' && read !== null ? Object.entries(read) : []
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
  } catch {
    return undefined
  }
}

/** Anyone can write a token that nobody signs, so a real project is never used with an emulator. */
function readEmulator(
  name: 'FIREBASE_AUTH_EMULATOR_HOST' | 'FIRESTORE_EMULATOR_HOST',
  env: Environment,
  projectId: string,
): string | undefined {
  const host = env[name]?.trim()
  if (!host) return undefined
  const url = URL.parse(`http://${host}`)
  if (url?.host !== host || !isLoopback(url.hostname))
    throw new ConfigError(
      `${name} must be an address of this machine, such as 127.0.0.1:${name.startsWith('FIRESTORE') ? 8080 : 9099}.`,
    )
  if (!projectId.startsWith('demo-'))
    throw new ConfigError(
      `With ${name} the FIREBASE_PROJECT_ID must start with "demo-". Remove the emulator for a real project.`,
    )
  return url.origin
}
