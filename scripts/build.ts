import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createBuilder } from 'vite'

/** Builds the site into build/, with compressed forms of what browsers fetch beside the files themselves. */

process.env['NODE_ENV'] = 'production'
const started = performance.now()
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
compress('build/client')
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)

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
