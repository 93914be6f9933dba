import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'rolldown'
import { createBuilder } from 'vite'

/** Builds the site into build/, with compressed forms of what browsers fetch beside the files themselves. */

process.env['NODE_ENV'] = 'production'
const started = performance.now()
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
await buildAside('picture-worker')
await buildAside('parent')
compress('build/client')
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)

/** A process of its own has an entry of its own; the libraries stay in node_modules, as they do for the server. */
async function buildAside(name: string) {
  await build({
    input: `app/server/${name}.ts`,
    platform: 'node',
    external: ['sharp', '@hyzyla/pdfium', 'yauzl'],
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
