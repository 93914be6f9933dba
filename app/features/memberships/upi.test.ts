import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { renderSVG } from 'uqr'
import { expect, test } from 'vitest'
import { composeLetter } from '#features/letters/operations.server.tsx'
import { membershipLetters } from './letters.ts'
import { payReferenceOf } from './pay-reference.ts'
import { upiLink, upiNote } from './upi.ts'

const request = {
  payee: 'academy@bank',
  name: 'International Academy of Physical Sciences',
  amount: { currency: 'INR', minor: 123_450 },
  reference: payReferenceOf('a draft'),
}

test('a payment is requested with payee, amount and reference', () => {
  const { searchParams, protocol } = new URL(upiLink(request))
  expect(protocol).toBe('upi:')
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ pa: 'academy@bank', pn: request.name, am: '1234.50', cu: 'INR' },
    ...{ tr: request.reference, tn: request.reference },
  })
  expect(upiLink(request)).toContain('pa=academy@bank&')
})

test('another reader decodes the code of the pages', async () => {
  expect(await decode(renderSVG(upiLink(request), { border: 4 }))).toBe(upiLink(request))
})

test('another reader decodes the code of the letter, and its text says the same in words', async () => {
  const code = { text: upiLink(request), note: upiNote(request) }
  const { html, text } = composeLetter(membershipLetters.received, membershipLetters.received, {
    ...{ facts: {}, to: 'Asha', societyName: 'The Academy', code },
  })
  expect(await decode(drawTable(html))).toBe(upiLink(request))
  expect(text).toContain(`send ₹\u00a01,234.50 to academy@bank and write ${request.reference} in the note`)
})

/** Draws the cells of the letter's table as a mail program does. */
function drawTable(html: string): string {
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td colSpan="(\d+)"[^>]*background:(#\w+)/gi)].map(([, span, colour]) => ({
      ...{ span: Number(span), colour },
    })),
  )
  const boxes = rows.flatMap((row, y) => {
    let x = 0
    return row.map(({ span, colour }) => {
      const box = `<rect x="${x * 5}" y="${y * 5}" width="${span * 5}" height="5" fill="${colour}"/>`
      x += span
      return box
    })
  })
  const size = rows.length * 5
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${boxes.join('')}</svg>`
}

async function decode(svg: string): Promise<string> {
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(600, 600, { kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}
