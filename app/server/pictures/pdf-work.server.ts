import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { makeMaster } from './picture-work.server.ts'
import { UnfitFile, type MadePicture, type PictureResults } from './picture-task.ts'

/** The work on PDF files. Only the picture worker loads this. */

const coverWidth = 1200
const coverHeight = 1800

let library: Promise<PDFiumLibrary> | undefined

/** How many pages a PDF has and, on request, its first page as a picture. */
export async function readPdf(path: string, withCover: boolean): Promise<PictureResults['pdf']> {
  const pdfium = await (library ??= PDFiumLibrary.init())
  try {
    const document = await pdfium.loadDocument(await readFile(path))
    try {
      const pages = document.getPageCount()
      if (pages < 1) throw new UnfitFile('unreadable', 'The PDF has no page.')
      return { pages, cover: withCover ? await drawCover(document) : undefined }
    } finally {
      document.destroy()
    }
  } catch (error) {
    // What a bad file may have left in the library's memory goes with it.
    library = undefined
    if (error instanceof UnfitFile) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new UnfitFile(/password|security/i.test(message) ? 'locked' : 'unreadable', message)
  }
}

type PdfDocument = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>

async function drawCover(document: PdfDocument): Promise<MadePicture> {
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth >= 1 && originalHeight >= 1))
    throw new UnfitFile('unreadable', 'The first page has no size.')
  const scale = Math.min(coverWidth / originalWidth, coverHeight / originalHeight)
  const size = {
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
  }
  const drawn = await page.render({ ...size, render: 'bitmap' })
  return makeMaster({ width: drawn.width, height: drawn.height, rgb: withoutAlpha(drawn.data) })
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!
    rgb[to + 1] = rgba[from + 1]!
    rgb[to + 2] = rgba[from + 2]!
  }
  return rgb
}
