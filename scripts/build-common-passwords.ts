import { writeFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { foldPassword } from '#features/staff/session/password-rule.ts'

/**
 * Writes the list of refused passwords, from the public lists of the most leaked ones (MIT licence). All long ones are
 * included, of the others the most common.
 */
const leaked = dictionary['passwords-common']
const folded = [...new Set(leaked.map(foldPassword))]
const short = folded.filter((word) => word.length >= 5 && word.length < 8).slice(0, 3000)
const middle = folded.filter((word) => word.length >= 8 && word.length < 15).slice(0, 6000)
const long = leaked.filter((word) => word.length >= 15).map(foldPassword)
const words = [...new Set([...short, ...middle, ...long])].toSorted()

writeFileSync(
  new URL('../app/features/staff/session/common-passwords.server.ts', import.meta.url),
  `/** Passwords that leaked most often. Made by scripts/build-common-passwords.ts; not for reading. */
export const commonPasswords = '${words.join(' ')}'
`,
)
console.log(`${words.length} passwords written`)
