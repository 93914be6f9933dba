import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { commonPasswords } from './common-passwords.server.ts'
import { findPasswordFault, type PasswordFault } from './password-rule.ts'

/**
 * Argon2id with OWASP's minimum parameters. Never more than two hashes at a time: one takes 19 MiB and most of a core.
 */

const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const maxConcurrent = 2
const maxWaiting = 50

const common: ReadonlySet<string> = new Set(commonPasswords.split(' '))

export function refusePassword(
  password: string,
  chooser: { hasFactor: boolean; words: string[] },
): PasswordFault | undefined {
  return findPasswordFault(password, chooser, common)
}

/** Undefined if too many are already waiting. */
export async function hashPassword(password: string): Promise<string | undefined> {
  const nonce = randomBytes(16)
  const key = await derive(password, nonce, cost)
  return (
    key &&
    `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(key)}`
  )
}

/**
 * Whether it is the password. Without a stored one it takes as long and returns false, so that the timing does not
 * reveal who has an account. Undefined if too many are already waiting.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean | undefined> {
  const parts = phc.exec(stored ?? hashOfNobody)?.groups
  if (!parts) throw new Error('A stored password is not in the PHC format.')
  const { m, t, p, nonce = '', key = '' } = parts
  const costs = { memory: Number(m), passes: Number(t), parallelism: Number(p) }
  const derived = await derive(password, Buffer.from(nonce, 'base64'), costs)
  return derived && timingSafeEqual(derived, Buffer.from(key, 'base64')) && stored !== null
}

const phc = /^\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<nonce>[^$]+)\$(?<key>[^$]+)$/
const hashOfNobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(randomBytes(16))}$${text(randomBytes(32))}`

function text(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

function derive(password: string, nonce: Buffer, costs: typeof cost): Promise<Buffer | undefined> {
  // A letter with an accent can be typed as one character or two.
  const message = password.normalize('NFC')
  return withinLimit(
    () =>
      new Promise((resolve, reject) =>
        argon2('argon2id', { message, nonce, tagLength: 32, ...costs }, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  )
}

let running = 0
const queue: (() => void)[] = []

/** Whether a password would be refused unread, so that no work is done for it. */
export function areTooManyHashed(): boolean {
  return running >= maxConcurrent && queue.length >= maxWaiting
}

async function withinLimit<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (areTooManyHashed()) return undefined
  if (running < maxConcurrent) running++
  else await new Promise<void>((go) => queue.push(go))
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}
