import sharpLibrary, { type Sharp } from 'sharp'
import { readPictureHead } from './picture-head.ts'
import { checkHead, maxPixels, type MadePicture, type PictureTask, type RawPicture } from './picture-task.ts'

/**
 * The work on pictures itself. Only the picture worker loads this, so that a broken decoder does not break the site.
 */

const masterWidth = 2400

const sharp = limited(sharpLibrary)

function limited(sharp: typeof sharpLibrary) {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      // Only for what we render ourselves: open() lets nothing else come this far.
      'VipsForeignLoadSvgBuffer',
    ],
  })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** The master: upright, without metadata, a JPEG no wider than needed. */
export function makeMaster(picture: Uint8Array | RawPicture): Promise<MadePicture> {
  const upright = open(picture).rotate().resize({ width: masterWidth, withoutEnlargement: true })
  // Transparent areas become white, as on paper.
  return finish(upright.flatten({ background: 'white' }).jpeg({ quality: 90 }), 'jpeg')
}

export function makeVariant(task: Extract<PictureTask, { kind: 'variant' }>): Promise<MadePicture> {
  const whole = open(task.master)
  const part = task.crop ? whole.extract(task.crop) : whole
  const sized = part.resize({ width: task.width, withoutEnlargement: true })
  return finish(toFormat(sized, task.format), task.format)
}

/** Our own drawing as PNG. Never for uploaded files. */
export function drawPng(svg: string): Promise<Buffer> {
  return (
    sharp(Buffer.from(svg), { limitInputPixels: maxPixels })
      // Dithering would leave artefacts on even backgrounds.
      .png({ palette: true, dither: 0, effort: 4, compressionLevel: 9 })
      .toBuffer()
  )
}

function open(picture: Uint8Array | RawPicture): Sharp {
  if (!('rgb' in picture)) {
    checkHead(readPictureHead(picture))
    return sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' })
  }
  const { width, height, rgb } = picture
  return sharp(rgb, { raw: { width, height, channels: 3 } })
}

async function finish(picture: Sharp, format: MadePicture['format']): Promise<MadePicture> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return { format, width: info.width, height: info.height, bytes: data }
}

function toFormat(picture: Sharp, format: MadePicture['format']) {
  switch (format) {
    // More effort takes ten times as long and saves hardly a byte.
    case 'avif':
      return picture.avif({ quality: 52, effort: 2 })
    case 'webp':
      return picture.webp({ quality: 76 })
    case 'jpeg':
      return picture.jpeg({ quality: 80, mozjpeg: true })
  }
}
