import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { takeIn } from '#features/media/intake.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { pictureWorkerPid } from '#server/pictures/pictures.server.ts'
import { ownProcessorMs } from '#test/bench/machine.ts'
import { picker } from '#test/makers/audit-trail.ts'
import { makePdf, photograph } from '#test/hostile/made-files.ts'

/**
 * Sends mutated pictures and PDF files through the whole intake, including the scanner, and writes the results to
 * docs/evidence/decoders.md.
 */

const times = Number(process.argv[2] ?? 20_000)
const maxMs = 3000
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'decoder-fuzz-'))
const path = join(folder, 'given')
const seen = join(folder, 'seen')
const scanner = join(folder, 'scanner.mjs')
writeFileSync(seen, '')
writeFileSync(
  scanner,
  `import { appendFileSync, readFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(seen)}, 'x')\nif (readFileSync(process.argv[2]).includes('EICAR')) process.exit(1)\n`,
)
const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
)

const photo = await photograph(180, 120)
const seeds: Record<string, Buffer> = {
  JPEG: photo,
  'JPEG, progressive': await sharp(photo).jpeg({ progressive: true }).toBuffer(),
  PNG: await sharp(photo).png().toBuffer(),
  'PNG, interlaced': await sharp(photo).png({ progressive: true, palette: true }).toBuffer(),
  WebP: await sharp(photo).webp().toBuffer(),
  'WebP, lossless': await sharp(photo).webp({ lossless: true }).toBuffer(),
  PDF: await makePdf(3),
}

const files = openFileStore(join(folder, 'files'))
const kinds = Object.keys(seeds)
const tally = new Map(
  kinds.map((kind) => [kind, { tried: 0, saved: 0, longest: 0, refused: new Map<string, number>() }]),
)
const workers = new Set<number>()
const slow: string[] = []
const broken: string[] = []
const before = process.memoryUsage.rss()
let maxWorkerMegabytes = 0
let scans = 0
let quarantined = 0

const started = performance.now()
for (let number = 0; number < times; number++) await tryOne(number)
const seconds = (performance.now() - started) / 1000

writeFileSync(join(root, 'docs/evidence/decoders.md'), report())
rmSync(folder, { recursive: true })
const isGood =
  slow.length === 0 && broken.length === 0 && scans === expectedScans() && quarantined === expectedScans() / 2
console.log(
  isGood ? `${times} files, none over ${maxMs} ms of processor time.` : { slow, broken, scans, quarantined },
)
process.exit(isGood ? 0 : 1)

async function tryOne(number: number) {
  const kind = kinds[number % kinds.length]!
  const one = tally.get(kind)!
  const pick = picker(number + 1)
  const mutated = mutate(seeds[kind]!, pick)
  // Half of the PNG files get correct checksums, or none would pass that check.
  const bytes = kind.startsWith('PNG') && pick(2) === 0 ? withRightSums(mutated) : mutated
  // A process for each scan is slow, so the scanner sees only some files; every second of those is marked.
  const isScanned = number % 200 < 2
  const isMarked = number % 200 === 1
  const given = isScanned
    ? Buffer.concat([isMarked ? good(kind) : bytes, isMarked ? eicar : Buffer.alloc(0)])
    : bytes
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, given)
  const scanCommand = isScanned ? [process.execPath, scanner] : undefined
  const work = startClock()
  try {
    const taken = await takeIn({ files, scanCommand }, { path, bytes: given.length, name: 'a.jpg' })
    if (taken.ok) one.saved++
    else one.refused.set(taken.reason, (one.refused.get(taken.reason) ?? 0) + 1)
    if (!taken.ok && taken.reason === 'infected') quarantined++
    if (isMarked && taken.ok) broken.push(`${number}: the marked file was kept`)
    // The worker was stopped: it hung, or it took far longer than this test allows.
    if (!taken.ok && taken.reason === 'too-slow') slow.push(`${number} ${kind}: stopped`)
  } catch (error) {
    broken.push(`${number} ${kind}: ${String(error)}`)
  }
  const ms = work.processorMs()
  one.tried++
  one.longest = Math.max(one.longest, ms)
  if (ms > maxMs) slow.push(`${number} ${kind}: ${Math.round(ms)} ms`)
  noteWorker()
  if (isScanned) scans = readFileSync(seen, 'utf8').length
}

/** The processor time of this process and of the picture worker, so that other work on the machine does not count. */
function startClock() {
  const started = performance.now()
  const own = process.cpuUsage()
  const worker = pictureWorkerPid()
  const ofWorker = worker === undefined ? 0 : ownProcessorMs(worker)
  return {
    processorMs() {
      const now = pictureWorkerPid()
      // Only Linux tells, and not about a worker that has ended: then the time that passed has to do.
      if (process.platform !== 'linux' || (worker !== undefined && now === undefined))
        return performance.now() - started
      const { user, system } = process.cpuUsage(own)
      const before = now === worker ? ofWorker : 0
      return (user + system) / 1000 + (now === undefined ? 0 : ownProcessorMs(now) - before)
    },
  }
}

function good(kind: string): Buffer {
  return seeds[kind]!
}

/** Each file that reaches the scanner does so once: the recognised ones of the pairs. */
function expectedScans(): number {
  return Math.ceil(times / 200) * 2
}

function noteWorker() {
  const pid = pictureWorkerPid()
  if (pid === undefined) return
  workers.add(pid)
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    maxWorkerMegabytes = Math.max(
      maxWorkerMegabytes,
      Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024,
    )
  } catch {
    // Not on this system, or it has just ended.
  }
}

/** A few changes of every kind; its first bytes stay, so that it reaches the decoder. */
function mutate(seed: Buffer, pick: (below: number) => number): Buffer {
  let bytes = Buffer.from(seed)
  const head = 12
  for (let count = 1 + pick(6); count > 0; count--) {
    const at = head + pick(Math.max(1, bytes.length - head))
    switch (pick(7)) {
      case 0:
        bytes[at] = pick(256)
        break
      case 1:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8))
        break
      case 2:
        bytes = Buffer.from(bytes.subarray(0, at))
        break
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + pick(40))])
        break
      case 4:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          bytes.subarray(head, head + pick(400)),
          bytes.subarray(at),
        ])
        break
      case 5:
        if (at + 4 <= bytes.length) bytes.writeUInt32BE([0, 0x7fffffff, 0xffffffff, 0x10000][pick(4)]!, at)
        break
      default:
        bytes.subarray(at, at + pick(60)).fill(pick(256))
    }
  }
  return bytes
}

function withRightSums(png: Buffer): Buffer {
  const bytes = Buffer.from(png)
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) break
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end)
    at = end + 4
  }
  return bytes
}

function report(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const lines = [...tally].map(([kind, { tried, saved, longest, refused }]) => {
    const reasons = [...refused].map(([reason, count]) => `${reason} ${count}`).join(', ')
    return `| ${kind} | ${tried} | ${saved} | ${reasons} | ${Math.round(longest)} |`
  })
  const grown = (process.memoryUsage.rss() - before) / 1_000_000
  return `# Mutated files and the decoders

Test D8 of the threat model, made by \`npm run test:full\`.

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}.

${times} files, each a good one with one to six random changes behind its first bytes, went through the whole intake in ${Math.round(seconds)} s. The process that asked never died and grew by ${Math.round(grown)} MB; ${workers.size} picture workers did the work, the largest with ${Math.round(maxWorkerMegabytes)} MB. Over ${maxMs} ms of processor time, or stopped: ${slow.length}. Unexpected errors: ${broken.length}. Shown to the scanner: ${scans}, once each; marked with EICAR and refused: ${quarantined}.

| Kind | Files | Kept | Refused | Longest, ms of processor time |
|---|---|---|---|---|
${lines.join('\n')}
`
}
