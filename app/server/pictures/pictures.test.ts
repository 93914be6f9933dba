import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawPng, makeMaster } from './pictures.server.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="red"/></svg>'

describe('an uploaded picture', () => {
  test('may be PNG, and is stored as JPEG', async () => {
    const master = await makeMaster(await drawPng(svg))

    expect(master).toMatchObject({ format: 'jpeg', width: 8, height: 8 })
    expect([...master.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  })

  test('may be JPEG', async () => {
    const { bytes } = await makeMaster({ width: 2, height: 1, rgb: new Uint8Array(6) })

    expect(await makeMaster(bytes)).toMatchObject({ format: 'jpeg', width: 2, height: 1 })
  })

  test.each([
    ['SVG', svg],
    ['SVG behind a declaration', `<?xml version="1.0"?>\n${svg}`],
    ['SVG behind a byte order mark', `\ufeff${svg}`],
    ['SVG behind spaces', `  \n${svg}`],
    ['compressed SVG', deflateSync(svg)],
    ['GIF', 'GIF89a\x01\0\x01\0\0\0\0;'],
    ['PDF', '%PDF-1.7'],
    ['a RIFF file that is sound', 'RIFF\0\0\0\0WAVEfmt '],
    ['nothing', ''],
  ])('may not be %s', async (_, bytes) => {
    await expect(makeMaster(Buffer.from(bytes))).rejects.toThrow('Only JPEG, PNG and WebP')
  })

  test('may not be one kind behind the first bytes of another', async () => {
    await expect(makeMaster(Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'))).rejects.toThrow('Only JPEG')
    await expect(makeMaster(Buffer.from(`\xff\xd8\xff${svg}`, 'latin1'))).rejects.toThrow('Only JPEG')
  })
})

test('our own drawing becomes PNG', async () => {
  const png = await drawPng(svg)

  expect(png.subarray(1, 4).toString()).toBe('PNG')
})
