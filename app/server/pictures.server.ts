import type sharpLibrary from 'sharp'
import type { Sharp } from 'sharp'

/** Turns a picture somebody gave us into ones we made: upright, without metadata, in the sizes pages ask for. */

export interface MadePicture {
  format: 'avif' | 'webp' | 'jpeg'
  width: number
  height: number
  bytes: Buffer
}

const mostPixels = 50_000_000
const masterWidth = 2400
const widths = [480, 960, 1600]

type Library = typeof sharpLibrary

let library: Promise<Library> | undefined

/** The library is large and a process may serve for weeks without making a picture, so the first one loads it. */
function loadSharp(): Promise<Library> {
  return (library ??= import('sharp').then((module) => limited(module.default)))
}

function limited(sharp: Library): Library {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      // Only for what we draw ourselves: open() lets nothing else come this far.
      'VipsForeignLoadSvgBuffer',
    ],
  })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** The one we keep: a JPEG no wider than anybody needs. */
export async function makeMaster(picture: Uint8Array | RawPicture): Promise<MadePicture> {
  const upright = (await open(picture)).rotate().resize({ width: masterWidth, withoutEnlargement: true })
  return finish(upright.jpeg({ quality: 90 }), 'jpeg')
}

export interface RawPicture {
  width: number
  height: number
  rgb: Uint8Array
}

/** What browsers are offered beside the master, smallest first. */
export async function* makeVariants(master: Uint8Array, masterSize: number): AsyncGenerator<MadePicture> {
  for (const width of widths
    .filter((width) => width < masterSize)
    .concat(Math.min(masterSize, widths.at(-1)!))) {
    for (const format of ['jpeg', 'webp', 'avif'] as const) {
      // That one is the master itself.
      if (format === 'jpeg' && width === masterSize) continue
      yield await encode((await open(master)).resize({ width, withoutEnlargement: true }), format)
    }
  }
}

/** A drawing of our own as PNG. Never for anything that somebody gave us. */
export async function drawPng(svg: string): Promise<Buffer> {
  const sharp = await loadSharp()
  return (
    sharp(Buffer.from(svg), { limitInputPixels: mostPixels })
      // Dithering would leave ghosts on even grounds.
      .png({ palette: true, dither: 0, effort: 4, compressionLevel: 9 })
      .toBuffer()
  )
}

async function open(picture: Uint8Array | RawPicture): Promise<Sharp> {
  const sharp = await loadSharp()
  if (!('rgb' in picture)) {
    if (!isPhotograph(picture)) throw new Error('Only JPEG, PNG and WebP pictures are read.')
    return sharp(picture, { limitInputPixels: mostPixels, failOn: 'error' })
  }
  const { width, height, rgb } = picture
  return sharp(rgb, { raw: { width, height, channels: 3 } })
}

/** Told by the first bytes, as the decoders tell it: a name or a stated type proves nothing. */
function isPhotograph(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return /^(\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[^]{4}WEBP)/.test(start)
}

function encode(picture: Sharp, format: MadePicture['format']) {
  return finish(toFormat(picture, format), format)
}

async function finish(picture: Sharp, format: MadePicture['format']): Promise<MadePicture> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return { format, width: info.width, height: info.height, bytes: data }
}

function toFormat(picture: Sharp, format: MadePicture['format']) {
  switch (format) {
    // More effort costs ten times the seconds and saves hardly a byte.
    case 'avif':
      return picture.avif({ quality: 52, effort: 2 })
    case 'webp':
      return picture.webp({ quality: 76 })
    case 'jpeg':
      return picture.jpeg({ quality: 80, mozjpeg: true })
  }
}
