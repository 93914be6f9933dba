import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for a site, with our own layer (disk-layer.c) between the site's process and the disk. */

const source = join(import.meta.dirname, 'disk-layer.c')

/** Which syncs are acknowledged and not done. */
export type IgnoredSyncs = 'files' | 'folders' | 'all'

/** Whether the layer can be built here; only Linux can load it. */
export function canCompile(): boolean {
  return process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0
}

/** The kinds of change in the order of their numbers. */
export const kinds = ['write', 'sync', 'create', 'name'] as const
export type DiskCallKind = (typeof kinds)[number]
const any = kinds.length

/** The offset of each number in the control file. */
const seen = 0
const failed = seen + 8 * (any + 1)
const [kindAt, isLastingAt, isFailingAt, errorAt, fromAt] = [0, 1, 2, 3, 4].map(
  (at) => failed + 8 * (any + at),
) as [number, number, number, number, number]

export class LayeredFolder {
  readonly #top = mkdtempSync(join(tmpdir(), 'layer-'))
  readonly folder = join(this.#top, 'data')
  readonly journal = join(this.#top, 'journal')
  readonly #library = join(this.#top, 'layer.so')
  readonly #controlPath = join(this.#top, 'control')
  readonly #control: number

  constructor() {
    if (!canCompile()) throw new Error('This part needs Linux and a C compiler.')
    const options = ['-O1', '-shared', '-fPIC', '-o', this.#library, source, '-ldl', '-lpthread']
    const { status, stderr } = spawnSync('cc', options, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The layer could not be built: ${stderr}`)
    mkdirSync(this.folder)
    mkdirSync(this.journal)
    writeFileSync(this.#controlPath, Buffer.alloc(4096))
    this.#control = openSync(this.#controlPath, 'r+')
    this.mend()
  }

  /** For a site whose changes are recorded. */
  journalled(ignoredSyncs?: IgnoredSyncs): Record<string, string> {
    return {
      ...this.controlled,
      FAULT_JOURNAL: this.journal,
      ...(ignoredSyncs && { FAULT_IGNORED_SYNCS: ignoredSyncs }),
    }
  }

  /** For a site whose changes are counted, and fail on request. */
  get controlled(): Record<string, string> {
    const shared = { LD_PRELOAD: this.#library, FAULT_ROOT: this.folder, FAULT_CONTROL: this.#controlPath }
    // Node must not bypass the C library.
    return { ...shared, UV_USE_IO_URING: '0' }
  }

  /** How many changes were tried, of one kind or of all. */
  seen(kind?: DiskCallKind): number {
    return this.#read(seen + 8 * (kind ? kinds.indexOf(kind) : any))
  }

  failed(kind: DiskCallKind): number {
    return this.#read(failed + 8 * kinds.indexOf(kind))
  }

  /** Makes the change fail that comes after this many others of its kind, or all of every kind from there on. */
  fail(kind: DiskCallKind, after: number, code: 'EIO' | 'ENOSPC', isLasting: boolean): void {
    this.#write(errorAt, constants.errno[code])
    this.#write(kindAt, kinds.indexOf(kind))
    this.#write(isLastingAt, Number(isLasting))
    this.#write(isFailingAt, 0)
    this.#write(fromAt, this.seen(kind) + after)
  }

  /** Makes the process die instead of making the change that comes after this many others. */
  dieAfter(changes: number): void {
    this.#write(errorAt, 0)
    this.#write(kindAt, any)
    this.#write(isLastingAt, 1)
    this.#write(fromAt, this.seen() + changes)
  }

  mend(): void {
    this.#write(fromAt, -1)
    this.#write(isFailingAt, 0)
  }

  remove(): void {
    closeSync(this.#control)
    rmSync(this.#top, { recursive: true, force: true })
  }

  #read(at: number): number {
    const bytes = Buffer.alloc(8)
    readSync(this.#control, bytes, 0, 8, at)
    return Number(bytes.readBigInt64LE())
  }

  #write(at: number, value: number) {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(value))
    writeSync(this.#control, bytes, 0, 8, at)
  }
}
