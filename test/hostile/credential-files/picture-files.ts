import { crc32, deflateSync } from 'node:zlib'
import { badge, did, key, method, png, signed, svg } from '#test/makers/credentials.ts'
import { bakePng } from '#features/credentials/png.ts'
import { bakeSvg } from '#features/credentials/svg.server.ts'
import { makeToken } from '#features/credentials/token.server.ts'
import type { VerdictWord } from '#features/credentials/verdict.ts'
import { hostile, type HostileFile } from './hostile-file.ts'

/** Pictures with a credential in them, and pictures around it. */

const text = JSON.stringify(await signed(badge))
const token = await makeToken(badge, { key, method, did })
const baked = bakePng(png, text)
const refused: VerdictWord[] = ['changed', 'unreadable', 'not ours']

function chunk(type: string, data: Buffer | string): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), Buffer.from(data), Buffer.alloc(4)])
  bytes.writeUInt32BE(data.length)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}

function pngWith(...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, -12), ...chunks, png.subarray(-12)])
}

const inText = (flags: string, credential: Buffer | string) =>
  chunk('iTXt', Buffer.concat([Buffer.from(`openbadgecredential\0${flags}`), Buffer.from(credential)]))

const end = png.subarray(-12)
const header = png.subarray(0, 33)

const pngs: [string, Buffer][] = [
  ['cut in half', baked.subarray(0, baked.length / 2)],
  ['without its end', baked.subarray(0, -12)],
  ['with one byte after its end', Buffer.concat([baked, Buffer.from('x')])],
  ['with zeros after its end', Buffer.concat([baked, Buffer.alloc(5000)])],
  ['with a chunk after its end', Buffer.concat([baked, chunk('tEXt', 'a\0b')])],
  ['with a second end', Buffer.concat([baked, end])],
  ['with a PDF after its end', Buffer.concat([baked, Buffer.from('%PDF-1.7\n%%EOF')])],
  ['with itself after its end', Buffer.concat([baked, baked])],
  ['with a credential after its end', Buffer.concat([png, inText('\0\0\0\0', text)])],
  ['baked twice', bakePng(baked, text)],
  ['baked as JSON and as a token', bakePng(baked, token)],
  ['with another chunk', bakePng(pngWith(chunk('tEXt', 'a\0b')), text)],
  ['with another header', Buffer.concat([baked.subarray(0, 8), header.subarray(8), baked.subarray(8)])],
  ['without a picture', Buffer.concat([png.subarray(0, 8), inText('\0\0\0\0', text), end])],
  ['with nothing but its signature', png.subarray(0, 8)],
  ['without a credential', png],
  ['with an empty credential', pngWith(inText('\0\0\0\0', ''))],
  ['with a credential of version 2', pngWith(chunk('tEXt', 'openbadges\0https://x.example/badge'))],
  ['in tEXt', pngWith(chunk('tEXt', `openbadgecredential\0${text}`))],
  [
    'in zTXt',
    pngWith(chunk('zTXt', Buffer.concat([Buffer.from('openbadgecredential\0\0'), deflateSync(text)]))),
  ],
  ['with an unknown packing', pngWith(inText('\u0005\0\0\0', text))],
  ['said to be packed', pngWith(inText('\u0001\0\0\0', text))],
  ['without its fields', pngWith(inText('', text.replaceAll('\0', '')))],
  ['that unpacks to 200 MB', pngWith(inText('\u0001\0\0\0', deflateSync(Buffer.alloc(200_000_000, 32))))],
  ['whose length is too long', lengthAt(0x7fffffff)],
  ['whose length is negative', lengthAt(0xffffffff)],
  ['whose length is nothing', lengthAt(0)],
  ['with 20,000 chunks', pngWith(...Array.from({ length: 20_000 }, () => chunk('tEXt', 'a\0b')))],
  ['with a wrong checksum', Buffer.concat([baked.subarray(0, -1), Buffer.from([0])])],
  ['with a byte before it', Buffer.concat([Buffer.from(' '), baked])],
  ['changed to a newer year', Buffer.from(baked.toString('latin1').replace('2026', '2027'), 'latin1')],
]

function lengthAt(length: number): Buffer {
  const changed = Buffer.from(baked)
  changed.writeUInt32BE(length, baked.indexOf('openbadgecredential') - 8)
  return changed
}

const bakedSvg = bakeSvg(svg, text)
const section = bakedSvg.slice(
  bakedSvg.indexOf('<openbadges'),
  bakedSvg.indexOf('</openbadges:credential>') + 24,
)
const bomb = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};&e${at};">`).join('')

const svgs: [string, string | Buffer][] = [
  ['baked twice', bakeSvg(bakedSvg, text)],
  ['with the credential after its end', svg + section],
  ['with a second picture after its end', bakedSvg + svg],
  ['with text after its end', `${bakedSvg}<!-- more -->`],
  ['with a script', bakedSvg.replace('<circle', '<script>alert(1)</script><circle')],
  ['with a picture to fetch', bakedSvg.replace('<circle', '<image href="https://x.example/a.png"/><circle')],
  ['with another shape', bakedSvg.replace('r="4"', 'r="3"')],
  ['with a style sheet', `<?xml-stylesheet href="https://x.example/a.css"?>${bakedSvg}`],
  [
    'with an entity bomb',
    `<!DOCTYPE svg [<!ENTITY e0 "x">${bomb}]>${bakedSvg.replace('<circle', '&e20;<circle')}`,
  ],
  [
    'with an entity from a file',
    `<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>${bakedSvg.replace(text, '&f;')}`,
  ],
  ['in another vocabulary', bakedSvg.replace('ob/v3p0"', 'ob/v2p0"')],
  ['without a vocabulary', bakedSvg.replace(/ xmlns:openbadges="[^"]+"/, '')],
  ['with an empty credential', bakeSvg(svg, '')],
  ['with half a credential', bakeSvg(svg, text.slice(0, 500))],
  [
    'with the credential in an attribute too',
    bakedSvg.replace('<openbadges:credential', '<openbadges:credential verify="x"'),
  ],
  ['with a credential inside a credential', bakeSvg(svg, '').replace('<![CDATA[]]>', section)],
  ['cut off', bakedSvg.slice(0, -10)],
  ['with 100,000 groups', bakedSvg.replace('<circle', `${'<g>'.repeat(100_000)}<circle`)],
  [
    'with 100,000 attributes',
    bakedSvg.replace(
      '<circle',
      `<circle ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}`,
    ),
  ],
  ['with 4 MB of text', bakedSvg.replace('</svg>', `<text>${'x'.repeat(4_000_000)}</text></svg>`)],
  ['with 4 MB of ampersands', bakedSvg.replace('</svg>', `<text>${'&'.repeat(4_000_000)}</text></svg>`)],
  ['in UTF-16', Buffer.from(`\uFEFF${bakedSvg}`, 'utf16le')],
  ['with broken UTF-8', Buffer.concat([Buffer.from(bakedSvg), Buffer.from([0xff])])],
  ['that is a page', `<!doctype html><html><body>${text}</body></html>`],
  ['that is one bracket', '<'],
]

export function pictureFiles(): HostileFile[] {
  return [
    ...pngs.map(([name, file]) => hostile(`a PNG ${name}`, file, refused)),
    ...svgs.map(([name, file]) => hostile(`an SVG ${name}`, file, refused)),
  ]
}
