/**
 * Makes the icons in public/ from the emblem of the site:
 *   node scripts/make-icons.ts
 * The results are committed, so this is run only when the emblem changes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { runnerImport } from 'vite'
import type { Logo as EmblemLogo } from '#ui/foundations/logo.tsx'

const root = new URL('../', import.meta.url)
const folder = new URL('public/', root)
const paper = '#fbfaf6'
const ink = '#191b20'
// Visible on light and on dark tabs.
const rim = '#7d8188'

const { Logo } = (
  await runnerImport<{ Logo: typeof EmblemLogo }>(fileURLToPath(new URL('app/ui/foundations/logo.tsx', root)))
).module
const compact = drawLogo(true, rim)
const whole = drawLogo(false, ink)

mkdirSync(folder, { recursive: true })
writeFileSync(new URL('icon.svg', folder), compact)
writeFileSync(
  new URL('favicon.ico', folder),
  toIco(await Promise.all([16, 32, 48].map((size) => toPng(compact, size)))),
)
for (const size of [180, 192, 512]) writeFileSync(new URL(`icon-${size}.png`, folder), await onPaper(size))

function drawLogo(isCompact: boolean, colour: string) {
  const svg = renderToStaticMarkup(createElement(Logo, { size: 64, compact: isCompact }))
  return svg
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replaceAll('currentColor', colour)
    .replaceAll(/ (aria-hidden|focusable|data-graduation)="\w+"/g, '')
}

function toPng(svg: string, size: number) {
  return sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Systems crop icons to their own shapes; the middle four fifths always remain. */
async function onPaper(size: number) {
  const emblem = await toPng(whole, Math.round(size * 0.78))
  return sharp({ create: { width: size, height: size, channels: 3, background: paper } })
    .composite([{ input: emblem, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer()
}

/** An ICO file is a table of contents followed by whole PNG files. */
function toIco(pictures: Buffer[]) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(picture.readUInt32BE(16), at)
    head.writeUInt8(picture.readUInt32BE(20), at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}
