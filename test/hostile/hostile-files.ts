import sharp from 'sharp'
import {
  type ZipEntry,
  chunk,
  gif,
  makeDocx,
  makePdf,
  makeZip,
  manyFrames,
  photograph,
  pngFlood,
  withSide,
} from './made-files.ts'

/** Malicious files, and what may happen to each. */

export interface Hostile {
  name: string
  /** What it calls itself. */
  fileName: string
  bytes: Buffer
  /** Refused, or stored as a re-encoded picture, or stored as something that is only ever saved. */
  fate: 'refused' | 'picture' | 'attachment'
}

const script = '<script>globalThis.hacked = true; fetch("https://evil.example/")</script>'
const html = `<!doctype html><html><body>${script}</body></html>`
export const markedSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="globalThis.hacked = true"><script>globalThis.hacked = true; fetch("/hacked")</script><foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><img src="https://evil.example/a.png"/></body></foreignObject><use href="https://evil.example/b.svg#x"/><image href="https://evil.example/c.png"/><rect width="40" height="40" fill="red"/></svg>`
const entitySvg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`

export async function makeHostileFiles(): Promise<Hostile[]> {
  const photo = await photograph()
  const png = await sharp(photo).png().toBuffer()
  const webp = await sharp(photo).webp().toBuffer()
  const pdf = await makePdf()
  return [
    ...wrongNames({ photo, png, webp, pdf }),
    ...polyglots({ photo, png, webp, pdf }),
    ...cutShort({ photo, png, webp, pdf }),
    ...(await floods(photo)),
    ...archives(),
    ...markup(),
    ...others(),
  ]
}

interface Good {
  photo: Buffer
  png: Buffer
  webp: Buffer
  pdf: Buffer
}

function wrongNames({ photo, png, webp, pdf }: Good): Hostile[] {
  const names = ['a.pdf', 'a.html', 'a.svg', 'a.jpg.exe', 'a', '.htaccess', 'a.php.jpg']
  return [
    ...names.map((fileName) => file(`a JPEG called ${fileName}`, fileName, photo, 'picture')),
    file('a PNG called .jpg', 'a.jpg', png, 'picture'),
    file('a WebP called .png', 'a.png', webp, 'picture'),
    file('a PDF called .jpg', 'a.jpg', pdf, 'attachment'),
    file('a PDF called .html', 'a.html', pdf, 'attachment'),
  ]
}

function polyglots({ photo, png, webp, pdf }: Good): Hostile[] {
  const zip = makeZip([{ name: 'a.txt', data: Buffer.from('x') }])
  const comment = Buffer.from(`*/=globalThis.hacked=true;/*`)
  const inComment = Buffer.concat([
    photo.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
    comment,
    photo.subarray(2),
  ])
  const at = png.length - 12
  const inText = Buffer.concat([
    png.subarray(0, at),
    chunk('tEXt', Buffer.from(`Comment\0${html}`)),
    png.subarray(at),
  ])
  return [
    file('JPEG and script', 'a.jpg', inComment, 'picture'),
    file('JPEG and HTML behind it', 'a.jpg', Buffer.concat([photo, Buffer.from(html)]), 'picture'),
    file('JPEG and ZIP behind it', 'a.jpg', Buffer.concat([photo, zip]), 'picture'),
    file('PNG and HTML in a comment', 'a.png', inText, 'picture'),
    file('PNG and ZIP behind it', 'a.png', Buffer.concat([png, zip]), 'picture'),
    file('WebP and HTML behind it', 'a.webp', Buffer.concat([webp, Buffer.from(html)]), 'picture'),
    file('PDF and HTML behind it', 'a.pdf', Buffer.concat([pdf, Buffer.from(html)]), 'attachment'),
    file('HTML and PDF behind it', 'a.pdf', Buffer.concat([Buffer.from(html), pdf]), 'refused'),
    file('GIF and ZIP behind it', 'a.gif', Buffer.concat([gif(), zip]), 'refused'),
    file('GIF and script', 'a.gif', Buffer.concat([gif(), Buffer.from('=1;alert(1)')]), 'refused'),
    file('ZIP and JPEG before it', 'a.docx', Buffer.concat([photo, makeDocx()]), 'picture'),
    file('a PDF head and nothing else', 'a.pdf', Buffer.from(`%PDF-1.7\n${html}`), 'refused'),
    file('a JPEG head and HTML', 'a.jpg', Buffer.from(`\xff\xd8\xff\xe0${html}`, 'latin1'), 'refused'),
    file('a PNG head and HTML', 'a.png', Buffer.from(`\x89PNG\r\n\x1a\n${html}`, 'latin1'), 'refused'),
    file('a WebP head and HTML', 'a.webp', Buffer.from(`RIFF\0\0\0\0WEBP${html}`, 'latin1'), 'refused'),
  ]
}

function cutShort({ photo, png, webp, pdf }: Good): Hostile[] {
  const parts: [name: string, fileName: string, whole: Buffer][] = [
    ['JPEG', 'a.jpg', photo],
    ['PNG', 'a.png', png],
    ['WebP', 'a.webp', webp],
  ]
  const cut = parts.flatMap(([name, fileName, whole]) =>
    [0.02, 0.3, 0.7].map((part) =>
      file(
        `${name} cut to ${part * 100} %`,
        fileName,
        whole.subarray(0, Math.floor(whole.length * part)),
        'refused',
      ),
    ),
  )
  const docx = makeDocx()
  return [
    ...cut,
    file('PDF cut to a few bytes', 'a.pdf', pdf.subarray(0, 40), 'refused'),
    file('Word cut in half', 'a.docx', docx.subarray(0, docx.length / 2), 'refused'),
    file('nothing', 'a.jpg', Buffer.alloc(0), 'refused'),
    file('zeros', 'a.jpg', Buffer.alloc(1000), 'refused'),
    file('a line', 'a.txt', Buffer.from('Hello.'), 'refused'),
  ]
}

async function floods(photo: Buffer): Promise<Hostile[]> {
  const rotated = await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  return [
    file('a flood of pixels', 'a.png', pngFlood(false), 'refused'),
    file('a flood of pixels, interlaced', 'a.png', pngFlood(true), 'refused'),
    file('a flood of pixels, JPEG', 'a.jpg', withSide(photo, 16_000), 'refused'),
    file('a flood of pixels, on its side', 'a.jpg', withSide(rotated, 16_000), 'refused'),
    file('no pixels', 'a.jpg', withSide(photo, 0), 'refused'),
    file('a hundred thousand frames', 'a.webp', manyFrames(), 'refused'),
    file('too many bytes', 'a.jpg', Buffer.concat([photo, Buffer.alloc(8_000_001)]), 'refused'),
  ]
}

function archives(): Hostile[] {
  const document = { name: 'word/document.xml', data: Buffer.from('<w:document/>') }
  const types = { name: '[Content_Types].xml', data: Buffer.from('<Types/>') }
  const zeros = Buffer.alloc(60_000_000)
  const docx = (...more: ZipEntry[]) => makeZip([types, document, ...more])
  return [
    file('an honest Word file', 'a.docx', makeDocx(), 'attachment'),
    file('Word called .jpg', 'a.jpg', makeDocx(), 'attachment'),
    file('any archive', 'a.zip', makeZip([{ name: 'a.txt', data: Buffer.from('x') }]), 'refused'),
    file('an archive called Word', 'a.docx', makeZip([{ name: 'a.txt', data: Buffer.from('x') }]), 'refused'),
    file('a bomb', 'a.docx', docx({ name: 'word/media/a.bin', data: zeros }), 'refused'),
    file(
      'a bomb that says it is huge',
      'a.docx',
      docx({ name: 'a', data: Buffer.from('x'), says: 4_000_000_000 }),
      'refused',
    ),
    file(
      'ten thousand entries',
      'a.docx',
      docx(...Array.from({ length: 10_000 }, (_, n) => ({ name: `x/${n}`, data: Buffer.alloc(0) }))),
      'refused',
    ),
    file(
      'an entry that climbs out',
      'a.docx',
      docx({ name: '../../etc/cron.d/x', data: Buffer.from('x') }),
      'refused',
    ),
    file('an entry from the root', 'a.docx', docx({ name: '/etc/x', data: Buffer.from('x') }), 'refused'),
    file('an entry with a drive', 'a.docx', docx({ name: 'C:\\x', data: Buffer.from('x') }), 'refused'),
    file(
      'a link',
      'a.docx',
      docx({ name: 'word/link', data: Buffer.from('/etc/passwd'), isLink: true }),
      'refused',
    ),
    file('macros', 'a.docx', docx({ name: 'word/vbaProject.bin', data: Buffer.from('x') }), 'refused'),
    file(
      'an archive in an archive',
      'a.zip',
      makeZip([{ name: 'b.zip', data: makeZip([document]) }]),
      'refused',
    ),
    file(
      'a Java archive',
      'a.jar',
      makeZip([{ name: 'META-INF/MANIFEST.MF', data: Buffer.from('x') }]),
      'refused',
    ),
  ]
}

function markup(): Hostile[] {
  const accepted = ['a.jpg', 'a.png', 'a.webp', 'a.pdf', 'a.docx', 'a.svg']
  return [
    ...accepted.map((fileName) => file(`HTML called ${fileName}`, fileName, Buffer.from(html), 'refused')),
    ...accepted.map((fileName) =>
      file(`SVG called ${fileName}`, fileName, Buffer.from(markedSvg), 'attachment'),
    ),
    file('SVG with entities', 'a.svg', Buffer.from(entitySvg), 'refused'),
    file('HTML with SVG in it', 'a.svg', Buffer.from(`<html>${markedSvg}</html>`), 'refused'),
    file('SVG that does not end', 'a.svg', Buffer.from(markedSvg.slice(0, 60)), 'refused'),
    file(
      'SVG that is no text',
      'a.svg',
      Buffer.concat([Buffer.from('<svg>'), Buffer.from([0xff, 0xfe])]),
      'refused',
    ),
    file('XML', 'a.svg', Buffer.from('<?xml version="1.0"?><a/>'), 'refused'),
    file(
      'a style sheet of XML',
      'a.svg',
      Buffer.from('<?xml-stylesheet href="https://evil.example"?><svg/>'),
      'refused',
    ),
  ]
}

function others(): Hostile[] {
  return [
    file('GIF', 'a.gif', gif(), 'refused'),
    file('GIF called .jpg', 'a.jpg', gif(), 'refused'),
    file('TIFF', 'a.jpg', Buffer.from('II*\0\x08\0\0\0', 'latin1'), 'refused'),
    file('BMP', 'a.jpg', Buffer.from('BM\x1e\0\0\0', 'latin1'), 'refused'),
    file('a program', 'a.jpg', Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), 'refused'),
    file('a Windows program', 'a.pdf', Buffer.from('MZ\x90\0', 'latin1'), 'refused'),
    file('a shell script', 'a.pdf', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'refused'),
    file('PostScript', 'a.pdf', Buffer.from('%!PS-Adobe-3.0\n'), 'refused'),
  ]
}

function file(name: string, fileName: string, bytes: Buffer, fate: Hostile['fate']): Hostile {
  return { name, fileName, bytes: Buffer.from(bytes), fate }
}
