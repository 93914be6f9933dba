import type { VerdictWord } from '#features/credentials/verdict.ts'

/** A file that someone might give us to check, and what we may say about it. */
export interface HostileFile {
  name: string
  bytes: Buffer
  words: readonly VerdictWord[]
  /** A list of revoked credentials that lies beside it. */
  list?: string
}

export function hostile(
  name: string,
  file: Buffer | string | object,
  words: VerdictWord | readonly VerdictWord[],
  list?: object | string,
): HostileFile {
  return {
    name,
    bytes: Buffer.isBuffer(file) ? file : Buffer.from(textOf(file)),
    words: typeof words === 'string' ? [words] : words,
    ...(list !== undefined && { list: textOf(list) }),
  }
}

function textOf(file: string | object): string {
  return typeof file === 'string' ? file : JSON.stringify(file)
}
