import { copyFileSync, mkdtempSync, openSync, rmSync, writeSync, closeSync, ftruncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { runOther } from '#test/harness/processes.ts'
import { readPages, type WalPosition } from './sqlite-pages.server.ts'

/** A copy that takes over pages, and what it was asked for. */
function makeCopy(path: string) {
  let position: WalPosition | undefined
  const passes = { partial: 0, whole: 0 }
  const take = () =>
    readPages(path, position, async (pages) => {
      const copy = openSync(join(path, '..', 'copy.db'), passes.whole + passes.partial === 0 ? 'w' : 'r+')
      try {
        for await (const { number, bytes } of pages.each())
          writeSync(copy, bytes, 0, bytes.length, (number - 1) * pages.pageSize)
        ftruncateSync(copy, pages.count * pages.pageSize)
      } finally {
        closeSync(copy)
      }
      position = pages.position
      passes[pages.isPartial ? 'partial' : 'whole']++
    })
  return { take, passes }
}

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test.for(['1000', '20'])(
  'pages that are read beside a writer, whose log begins anew after %s of them, are one consistent database',
  async (checkpointAt) => {
    const folder = inFolder()
    const path = join(folder, 'written.db')
    const writer = runOther('write-transactions', path, checkpointAt)
    onTestFinished(() => void writer.process.kill('SIGKILL'))
    await writer.line(/writing/)
    const copy = makeCopy(path)
    let seen = 0
    for (let round = 0; round < 6; round++) {
      await copy.take()
      const opened = join(folder, 'opened.db')
      copyFileSync(join(folder, 'copy.db'), opened)
      const db = new Sqlite(opened)
      const { sum, count } = db.prepare('select * from total').get() as { sum: number; count: number }
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(
        db.prepare('select coalesce(sum(number), 0) as sum, count(*) as count from piece').get(),
      ).toEqual({
        sum,
        count,
      })
      db.close()
      for (const file of [opened, `${opened}-wal`, `${opened}-shm`]) rmSync(file, { force: true })
      seen = Math.max(seen, count)
      await sleep(5)
    }

    expect(seen).toBeGreaterThan(0)
    expect(copy.passes.whole).toBeGreaterThan(0)
  },
)

test('a second read of the same log returns only the new pages', async () => {
  const path = join(inFolder(), 'written.db')
  const db = new Sqlite(path)
  onTestFinished(() => void db.close())
  db.pragma('journal_mode = wal')
  db.exec("create table a (text text); create table b (text text); insert into a values ('old')")
  const first = await readPages(path, undefined, async (pages) => pages.position)
  db.exec("insert into a values ('new')")
  const numbers = await readPages(path, first, async (pages) => {
    const found: number[] = []
    for await (const { number } of pages.each()) found.push(number)
    return { found, count: pages.count, isPartial: pages.isPartial }
  })

  // After a power cut the log may continue differently from the same frame.
  const other = first && { ...first, sum: '0'.repeat(16) }
  expect(await readPages(path, other, async ({ isPartial }) => isPartial)).toBe(false)
  // The first page is that of the schema; the second and third are those of the tables.
  expect(numbers).toEqual({ found: [2], count: 3, isPartial: true })
})
