import { ConfigError } from './config-error.ts'
import { isLoopback } from './encrypted-connections.ts'

/** The project at Firebase Authentication that checks passwords; without it the site does so itself. */
export interface FirebaseProject {
  projectId: string
  apiKey: string
  /** The address of the emulator, whose tokens are not signed; only on this machine. */
  emulator: string | undefined
}

type Environment = Record<string, string | undefined>

export function readFirebase(env: Environment): FirebaseProject | undefined {
  const [projectId, apiKey] = [env['FIREBASE_PROJECT_ID']?.trim(), env['FIREBASE_API_KEY']?.trim()]
  const host = env['FIREBASE_AUTH_EMULATOR_HOST']?.trim()
  if (!projectId && !apiKey) return undefined
  if (!projectId || !apiKey)
    throw new ConfigError('FIREBASE_PROJECT_ID and FIREBASE_API_KEY must be set together.')
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(projectId))
    throw new ConfigError(
      `FIREBASE_PROJECT_ID must be the id of a project, such as academy-website, not "${projectId}".`,
    )
  if (!/^[\w-]{1,100}$/.test(apiKey))
    throw new ConfigError('FIREBASE_API_KEY must be the Web API key of the project.')
  return { projectId, apiKey, emulator: host ? readEmulator(host, projectId) : undefined }
}

/** Anyone can write a token that nobody signs, so a real project is never used with an emulator. */
function readEmulator(host: string, projectId: string): string {
  const url = URL.parse(`http://${host}`)
  if (url?.host !== host || !isLoopback(url.hostname))
    throw new ConfigError(
      'FIREBASE_AUTH_EMULATOR_HOST must be an address of this machine, such as 127.0.0.1:9099.',
    )
  if (!projectId.startsWith('demo-'))
    throw new ConfigError(
      'With FIREBASE_AUTH_EMULATOR_HOST the FIREBASE_PROJECT_ID must start with "demo-". Remove the emulator for a real project.',
    )
  return url.origin
}
