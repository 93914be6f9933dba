import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readPictureHead } from './picture-head.ts'
import type { PictureAnswer, PictureRequest } from './picture-worker.ts'
import {
  checkHead,
  UnfitFile,
  type Requester,
  type Crop,
  type MadePicture,
  type PictureResults,
  type PictureTask,
  type RawPicture,
} from './picture-task.ts'

/**
 * Turns an uploaded picture into ones we made, and looks into PDF and office files: all of it in a worker process, one
 * task at a time. A bad file may kill it; the site only sees a refusal. When nothing is left to do it ends and frees
 * its memory.
 */

const maxMs = 20_000
/** What visitors may send takes about one second of it. */
const maxProcessorMs: Record<Requester, number> = { staff: maxMs, visitor: 4000 }
const idleMs = 3000
const widths = [480, 960, 1600]

/** Beside this file, in the source as in the build. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './picture-worker.ts' : './picture-worker.js', import.meta.url),
)

let worker: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined
let isWorking = false
let lastServed: Requester = 'visitor'
const waiting: Record<Requester, (() => Promise<void>)[]> = { staff: [], visitor: [] }

interface Limits {
  by?: Requester
  limitMs?: number
  processorMs?: number
}

export function inPictureWorker<T extends PictureTask>(
  task: T,
  { by = 'staff', limitMs = maxMs, processorMs = maxProcessorMs[by] }: Limits = {},
): Promise<PictureResults[T['kind']]> {
  return new Promise<unknown>((resolve, reject) => {
    waiting[by].push(() => runTask({ task, maxProcessorMs: processorMs }, limitMs).then(resolve, reject))
    void workOff()
  }) as Promise<PictureResults[T['kind']]>
}

async function workOff() {
  if (isWorking) return
  isWorking = true
  for (let next = takeNext(); next; next = takeNext()) await next()
  isWorking = false
}

/** Staff and visitors alternate, so that neither waits for more than one file of the other. */
function takeNext() {
  const other = lastServed === 'staff' ? 'visitor' : 'staff'
  if (waiting[other].length > 0) lastServed = other
  return waiting[lastServed].shift()
}

/** Undefined while there is nothing to do. */
export function pictureWorkerPid(): number | undefined {
  return worker?.pid
}

function runTask(request: PictureRequest, limitMs: number): Promise<unknown> {
  clearTimeout(idle)
  const child = (worker ??= startWorker())
  hold(child, true)
  return new Promise((resolve, reject) => {
    const isLate = setTimeout(() => stopWorker(new UnfitFile('too-slow')), limitMs)
    const settle = (error: Error | undefined, result?: unknown) => {
      clearTimeout(isLate)
      child.off('message', onAnswer).off('exit', onExit).off('error', settle)
      hold(child, false)
      idle = setTimeout(() => worker === child && stopWorker(), idleMs).unref()
      if (error) reject(error)
      else resolve(result)
    }
    const stopWorker = (error?: Error) => {
      worker = undefined
      child.kill('SIGKILL')
      if (error) settle(error)
    }
    const onAnswer = (answer: PictureAnswer) =>
      answer.ok ? settle(undefined, answer.result) : settle(toError(answer))
    const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
      settle(
        new UnfitFile(
          signal === 'SIGTERM' ? 'too-slow' : 'too-much-memory',
          'The picture worker ended during its work.',
        ),
      )
    child.once('message', onAnswer).once('exit', onExit).once('error', settle)
    child.send(request)
  })
}

/** Without the environment: a decoder needs nothing in it. */
function startWorker(): ChildProcess {
  const { SystemRoot } = process.env
  const child = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { NODE_ENV: 'production', ...(SystemRoot !== undefined && { SystemRoot }) },
    execArgv: [
      '--max-old-space-size=192',
      '--max-semi-space-size=4',
      '--disable-warning=ExperimentalWarning',
    ],
  })
  // While idle it may be ended by the system; the next task then starts another.
  child.on('error', () => undefined).on('exit', () => worker === child && (worker = undefined))
  return child
}

/** While it works the site must not end without it; an idle worker must not keep the site from ending. */
function hold(child: ChildProcess, isHeld: boolean) {
  if (isHeld) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

/** A library's error about a file is the file's fault; ours would occur with every file. */
function toError({ reason, message }: Extract<PictureAnswer, { ok: false }>): UnfitFile {
  return new UnfitFile(reason ?? 'unreadable', message)
}

/** The master: upright, without metadata, a JPEG no wider than needed. */
export async function makeMaster(
  picture: Uint8Array | RawPicture,
  by: Requester = 'staff',
): Promise<MadePicture> {
  // What the header alone rules out does not even start the worker.
  if (!('rgb' in picture)) checkHead(readPictureHead(picture), by)
  return asBuffer(await inPictureWorker({ kind: 'master', picture }, { by }))
}

/** What browsers are offered, smallest first; the whole master itself is already one of them. */
export async function* makeVariants(
  master: Uint8Array,
  size: { width: number; height: number },
  crop?: Crop,
): AsyncGenerator<MadePicture> {
  const full = crop?.width ?? size.width
  for (const width of widths.filter((width) => width < full).concat(Math.min(full, widths.at(-1)!))) {
    for (const format of ['jpeg', 'webp', 'avif'] as const) {
      if (format === 'jpeg' && width === full && !crop) continue
      yield asBuffer(await inPictureWorker({ kind: 'variant', master, crop, width, format }))
    }
  }
}

/** Our own drawing as PNG. Never for uploaded files. */
export async function drawPng(svg: string): Promise<Buffer> {
  return Buffer.from(await inPictureWorker({ kind: 'draw', svg }))
}

function asBuffer(picture: MadePicture): MadePicture {
  return { ...picture, bytes: Buffer.from(picture.bytes) }
}
