import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { draftCookieName } from '#routes/request/draft-cookies.server.ts'
import { beginDraft } from '#features/forms/drafts/drafts.server.ts'
import { makePdf } from '#test/hostile/made-files.ts'
import { ask } from '#test/harness/http.ts'
import { runProgram } from '#test/harness/processes.ts'
import { fillSite, RunningSite, runningOrigin } from '#test/harness/running-server.ts'

/** Findings 7 of security and 3 of operations: only the site's user may read what is under DATA_DIR. */

test('after a busy run with the widest umask nothing under DATA_DIR is open to other users', async () => {
  const umask = process.umask(0)
  onTestFinished(() => void process.umask(umask))
  const folder = mkdtempSync(join(tmpdir(), 'busy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', ORIGIN: runningOrigin, WORKERS: '2' }
  const db = openDatabase(join(folder, 'site.db'))
  onTestFinished(() => db.destroy())
  await migrate(db, new Date())
  const { cookie } = await fillSite(db, folder)
  chmodSync(folder, 0o755)
  expect(wideIn(folder)).toEqual(expect.arrayContaining(['.', 'site.db', 'site.db-wal', 'files']))

  const site = new RunningSite(env)
  onTestFinished(() => site.stop())
  await site.start()
  const draft = await beginDraft(db, 'fellow', new Date())
  const pdf = await makePdf(1)
  const cookies = `${draftCookieName('fellow', runningOrigin)}=${draft}`
  const headers = { 'x-file-name': 'vitae.pdf', 'content-type': 'application/octet-stream' }
  const attached = await ask(
    site.port,
    '/fellowship/fellow-nomination-form/upload?question=vitae',
    { method: 'POST', host: 'localhost:3000', origin: runningOrigin, cookie: cookies, ...headers },
    pdf,
  )
  const library = '/editor/media/upload'
  const form = { name: 'Report.pdf', bytes: String(pdf.length) }
  const started = await site.post(`${library}?do=begin`, cookie, form)
  const { id } = JSON.parse(started.text) as { id: string }
  const chunk = `${library}?do=chunk&id=${id}&offset=0`
  const sent = await site.send(chunk, cookie, 'application/octet-stream', pdf)
  expect([attached.status, started.status, sent.status]).toEqual([200, 200, 200])
  const backup = await runProgram('scripts/backup.ts', { DATA_DIR: folder }).ended
  expect(backup).toMatchObject({ code: 0, errors: '' })
  await expect.poll(() => readdirSync(folder)).toContain('audit-heads.jsonl')

  const names = readdirSync(folder)
  expect(names).toEqual(
    expect.arrayContaining(['backup-key', 'backups', 'certificate-key', 'files', 'private', 'secret']),
  )
  expect(names).toEqual(expect.arrayContaining(['site.db-wal', 'uploads', 'erasures.jsonl']))
  expect(wideIn(folder)).toEqual([])
})

/** Everything that anyone but the owner may read, write or enter. */
function wideIn(folder: string): string[] {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
}
