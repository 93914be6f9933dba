import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BadMultipart, readMultipart } from './multipart.ts'

const type = 'multipart/form-data; boundary=x7'

async function* inPieces(text: string | Buffer, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(text: string | Buffer, size = 1000, given = type) {
  const parts: { name: string; fileName: string | undefined; body: string }[] = []
  for await (const { name, fileName, body } of readMultipart(inPieces(text, size), given)) {
    const pieces: Uint8Array[] = []
    for await (const piece of body) pieces.push(piece)
    parts.push({ name, fileName, body: Buffer.concat(pieces).toString('latin1') })
  }
  return parts
}

function part(body: string, disposition = 'form-data; name="file"; filename="a.txt"') {
  return `--x7\r\nContent-Disposition: ${disposition}\r\nContent-Type: text/plain\r\n\r\n${body}\r\n`
}

test('parts are read whatever the chunks they arrive in', async () => {
  const form = `${part('first\r\n--x')}${part('', 'form-data; name="note"')}${part('last')}--x7--\r\n`
  const expected = [
    { name: 'file', fileName: 'a.txt', body: 'first\r\n--x' },
    { name: 'note', fileName: undefined, body: '' },
    { name: 'file', fileName: 'a.txt', body: 'last' },
  ]
  for (const size of [1, 2, 3, 7, 64, 10_000]) expect(await readAll(form, size), `${size}`).toEqual(expected)
})

test('any bytes are passed through unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.integer({ min: 1, max: 50 }),
      async (body, size) => {
        const text = Buffer.from(body).toString('latin1')
        fc.pre(!text.includes('\r\n--x7'))
        const form = Buffer.from(`${part(text)}--x7--`, 'latin1')
        expect(await readAll(form, size)).toEqual([{ name: 'file', fileName: 'a.txt', body: text }])
      },
    ),
    { numRuns: 300, seed: 1994 },
  )
})

test('an unread part does not block the next', async () => {
  const names: string[] = []
  for await (const { name } of readMultipart(
    inPieces(`${part('a'.repeat(5000))}${part('b')}--x7--`, 100),
    type,
  ))
    names.push(name)

  expect(names).toEqual(['file', 'file'])
})

test.for([
  ['without a boundary', part('a'), 'multipart/form-data'],
  ['of another type', part('a'), 'text/plain'],
  ['that breaks off', part('a'), type],
  ['that breaks off in a head', '--x7\r\nContent-Disposition: form-data', type],
  ['without its first mark', 'a'.repeat(10_000), type],
  ['with a head that does not end', `--x7\r\n${'a'.repeat(10_000)}`, type],
  [
    'with a field name of a megabyte',
    `${part('', `form-data; name="${'a'.repeat(1_000_000)}"`)}--x7--`,
    type,
  ],
  ['with a part without a name', `${part('a', 'form-data')}--x7--`, type],
  ['with ten thousand parts', `${part('a').repeat(10_000)}--x7--`, type],
  ['with nonsense behind a mark', '--x7zz', type],
] as const)('a form %s is refused', async ([, text, type]) => {
  await expect(readAll(text, 4096, type)).rejects.toThrow(BadMultipart)
})
