import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { contentSecurityPolicy } from '#server/http/headers.server.ts'

export type EditorPage = {
  address: string
  chunks: { file: string; bytes: number }[]
  stop: () => Promise<void>
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Builds a page with only the editor and serves it under the policy of the staff area, including trusted types. */
export async function serveEditorPage(): Promise<EditorPage> {
  const folder = mkdtempSync(join(tmpdir(), 'editor-page-'))
  const { files, chunks } = await buildPage(folder)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname
    const theme = /theme=(light|dark)/.exec(request.url ?? '')?.[1] ?? 'light'
    if (path.startsWith('/assets/')) {
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
      response.end(readFileSync(join(folder, path)))
    } else if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', policy)
      response.end(html(files, theme))
    } else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chunks,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

/** As in `app/entry.server.tsx` for the staff area: ProseMirror creates the one policy to parse pasted content. */
const policy = contentSecurityPolicy({
  scripts: [],
  files: [],
  styles: [],
  nonce: 'unused',
  trustedTypes: ['ProseMirrorClipboard'],
})

async function buildPage(folder: string) {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: {
      outDir: folder,
      assetsInlineLimit: 0,
      target: 'es2022',
      rolldownOptions: { input: 'test/harness/editor-page/page.tsx', checks: { bundlerTimings: false } },
    },
  })
  if (Array.isArray(result) || !('output' in result))
    throw new Error('The editor page was not built as expected.')
  const scripts = result.output.filter((file) => file.type === 'chunk')
  const entry = scripts.find((file) => file.isEntry)
  const sheets = entry?.viteMetadata?.importedCss ?? new Set<string>()
  return {
    files: { script: entry?.fileName ?? '', sheets: [...sheets] },
    chunks: scripts.map((file) => ({ file: file.fileName, bytes: file.code.length })),
  }
}

function html({ script, sheets }: { script: string; sheets: string[] }, theme: string) {
  const links = sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}">`).join('')
  return `<!doctype html><html lang="en" data-theme="${theme}" data-js><head><meta charset="utf-8"><title>Editing</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${links}
<script type="module" src="/${script}"></script></head><body><div id="root"></div></body></html>`
}
