import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import {
  configContext,
  dbContext,
  filesContext,
  nowContext,
  privateFilesContext,
} from '#server/http/context.server.ts'
import { sessionContext } from '#routes/request/session-context.server.ts'
import { readConfig } from '#server/config/config.server.ts'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { monday } from './days.ts'
import { test as base } from './db.ts'

export const origin = 'https://example.org'

type Loader = (args: never) => Response | Promise<Response>
type Ask = (
  route: { loader: Loader },
  path: string,
  params?: Record<string, string>,
  init?: RequestInit,
) => Promise<Response>

/** Calls the loader of a route without a page, on an empty database and file store. */
export const test = base.extend<{ files: FileStore; ask: Ask }>({
  files: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    await use(openFileStore(folder))
    rmSync(folder, { recursive: true })
  },
  ask: async ({ db, files }, use) => {
    const context = new RouterContextProvider()
    context.set(dbContext, db)
    context.set(filesContext, files)
    context.set(privateFilesContext, files)
    context.set(nowContext, monday)
    context.set(sessionContext, undefined)
    const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
    context.set(configContext, readConfig({ DATA_DIR: dataDir, ORIGIN: origin }))
    await use(async (route, path, params = {}, init = {}) => {
      const args = { context, params, request: new Request(origin + path, init) }
      return route.loader(args as never)
    })
    rmSync(dataDir, { recursive: true })
  },
})
