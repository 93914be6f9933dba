import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** What the disk holds after a power cut, computed from the journal of disk-layer.c once the process is dead. */

/** Nothing unsynced is left; or some of it, in any order; or some of its sectors. */
export type LostWrites = 'all' | 'some' | 'torn'
export const losses: LostWrites[] = ['all', 'some', 'torn']

const sector = 512
const headLength = 48

interface Change {
  inode: number
}
/** Bytes that were written, or without bytes after: a size that was set. */
interface Bytes extends Change {
  kind: 'write' | 'size'
  at: number
  sizeBefore: number
  before: Buffer
  after: Buffer
}
interface Name extends Change {
  kind: 'name'
  path: string
  before: number
  after: number
  /** The name that the file had before. */
  givenUp: string
}
interface Folder extends Change {
  kind: 'folder'
  path: string
}
type Unsynced = Bytes | Name | Folder

/** Undoes what was not synced, and returns how many changes of content and of names were lost. */
export function losePower(journal: string, loss: LostWrites, random: () => number) {
  const pending = readUnsynced(join(journal, 'records'))
  const names = pending.filter((change): change is Name | Folder => 'path' in change)
  const bytes = pending.filter((change): change is Bytes => 'sizeBefore' in change)
  let lost = loseNames(journal, names, loss, random)
  for (const changes of Map.groupBy(bytes, ({ inode }) => inode).values())
    lost += loseBytes(journal, changes, loss, random)
  rmSync(journal, { recursive: true })
  mkdirSync(journal)
  return { unsynced: pending.length, lost }
}

function readUnsynced(path: string): Unsynced[] {
  const all = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const order: Unsynced[] = []
  const syncedUpTo = new Map<number, number>()
  for (let at = 0; at + headLength <= all.length;) {
    const [kind, inode, offsetAt, size, length, more] = [0, 8, 16, 24, 32, 40].map((offset) =>
      Number(all.readBigInt64LE(at + offset)),
    ) as [number, number, number, number, number, number]
    const first = all.subarray(at + headLength, at + headLength + length)
    const second = all.subarray(at + headLength + length, at + headLength + length + more)
    at += headLength + length + more
    // The process died while it wrote this, and so before it made the change.
    if (at > all.length) break
    const letter = String.fromCharCode(kind)
    if (letter === 's') syncedUpTo.set(inode, order.length)
    else order.push(changeOf(letter, inode, offsetAt, size, first, second))
  }
  return order.filter(({ inode }, index) => index >= (syncedUpTo.get(inode) ?? 0))
}

function changeOf(
  kind: string,
  inode: number,
  at: number,
  size: number,
  first: Buffer,
  second: Buffer,
): Unsynced {
  const path = String(first)
  switch (kind) {
    case 'w':
      return { kind: 'write', inode, at, sizeBefore: size, before: first, after: second }
    case 't':
      return { kind: 'size', inode, at, sizeBefore: size, before: first, after: second }
    case 'n':
      return { kind: 'name', inode, path, before: at, after: size, givenUp: String(second) }
    case 'd':
      return { kind: 'folder', inode, path }
    default:
      throw new Error(`The journal holds a record of the unknown kind ${kind}.`)
  }
}

/** The disk keeps changes of one folder in order, those of different folders in any. */
function loseNames(
  journal: string,
  names: (Name | Folder)[],
  loss: LostWrites,
  random: () => number,
): number {
  const lost = new Set<Name | Folder>()
  for (const changes of Map.groupBy(names, ({ inode }) => inode).values()) {
    const saved = loss === 'all' ? 0 : Math.floor(random() * (changes.length + 1))
    for (const change of changes.slice(saved)) lost.add(change)
  }
  for (const change of names.toReversed()) {
    if (!lost.has(change)) continue
    if (change.kind === 'folder') rmSync(change.path, { recursive: true, force: true })
    // Otherwise it never happened, or was changed since.
    else if (inodeAt(change.path) === change.after) {
      setName(journal, change.path, change.before)
      if (change.givenUp) setName(journal, change.givenUp, change.after)
    }
  }
  return lost.size
}

function inodeAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0
}

function setName(journal: string, path: string, inode: number) {
  rmSync(path, { force: true })
  if (inode && existsSync(dirname(path))) linkSync(join(journal, String(inode)), path)
}

/** All changes of one file are undone, the last first, and those that reached the disk by luck are redone. */
function loseBytes(journal: string, changes: Bytes[], loss: LostWrites, random: () => number): number {
  const path = join(journal, String(changes[0]?.inode))
  if (!existsSync(path)) return 0
  const file = openSync(path, 'r+')
  const undone = changes.toReversed().filter((change) => undo(file, change))
  let lost = undone.length
  for (const change of undone.toReversed()) {
    if (loss === 'all' || random() < 0.5) continue
    lost--
    if (change.kind === 'size') ftruncateSync(file, change.at)
    else if (loss === 'some') writeSync(file, change.after, 0, change.after.length, change.at)
    else writeTorn(file, change, random)
  }
  closeSync(file)
  return lost
}

/** If the content differs from what this change left, it was never done, or was overwritten by the campaign itself. */
function undo(file: number, { kind, at, sizeBefore, before, after }: Bytes): boolean {
  const { size } = fstatSync(file)
  if (kind === 'size' && size !== at) return false
  const now = Buffer.alloc(after.length)
  readSync(file, now, 0, now.length, at)
  if (!now.equals(after)) return false
  writeSync(file, before, 0, before.length, at)
  if (size === (kind === 'size' ? at : Math.max(sizeBefore, at + after.length)))
    ftruncateSync(file, sizeBefore)
  return true
}

function writeTorn(file: number, { at, after }: Bytes, random: () => number) {
  for (let begin = 0; begin < after.length;) {
    // Sectors are relative to the disk, wherever the write started.
    const end = Math.min(after.length, begin + sector - ((at + begin) % sector))
    if (random() < 0.5) writeSync(file, after, begin, end - begin, at + begin)
    begin = end
  }
}
