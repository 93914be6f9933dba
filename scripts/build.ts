import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Plugin } from 'rolldown'
import { createBuilder } from 'vite'
import { pageStylesFile } from '#server/http/page-styles.server.ts'

/** Builds the site into build/, with compressed versions of what browsers load beside the files themselves. */

process.env['NODE_ENV'] = 'production'

/** As Vite reads `?inline`, for what is built without it. */
const inlineFonts: Plugin = {
  name: 'inline-fonts',
  resolveId: {
    filter: { id: /\.ttf\?inline$/ },
    handler: (id, importer = '') => join(dirname(importer), id),
  },
  load: {
    filter: { id: /\.ttf\?inline$/ },
    handler: (id) => {
      const bytes = readFileSync(id.replace('?inline', ''))
      return `export default "data:font/ttf;base64,${bytes.toString('base64')}"`
    },
  },
}

/** jsonld could fetch contexts. All of ours are files, so what it would fetch with is left out. */
const neverFetch: Plugin = {
  name: 'never-fetch',
  resolveId: { filter: { id: /^@digitalbazaar\/http-client$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0@digitalbazaar\/http-client$/ },
    handler: () => 'export const kyPromise = undefined, httpClient = undefined',
  },
}

const drivers = ['better-sqlite3', 'pg']

const started = performance.now()
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
await buildAside('app/server/pictures/picture-worker.ts')
await buildAside('app/server/workers/supervisor.ts')
await buildAside('drawing-worker.ts')
await buildAside('heavy-worker.ts')
await buildAside('app/features/backups/points/point-worker.ts')
await buildAside('scripts/verify-certificate.ts')
renameSync(join('build/client', pageStylesFile), join('build', pageStylesFile))
compress('build/client')
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)

/** A separate process has its own entry; the libraries stay in node_modules, as for the server. */
async function buildAside(input: string) {
  const name = basename(input, '.ts')
  await build({
    input,
    platform: 'node',
    external: ['sharp', '@hyzyla/pdfium', 'yauzl', 'pdfkit', 'fontkit', 'uqr', 'jose', 'saxen', ...drivers],
    plugins: [inlineFonts, neverFetch],
    output: { dir: 'build/server', chunkFileNames: `${name}-[name]-[hash].js` },
  })
}

function compress(folder: string) {
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!item.isFile() || !/\.(css|js|svg|txt)$/.test(item.name)) continue
    const path = join(item.parentPath, item.name)
    const bytes = readFileSync(path)
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
