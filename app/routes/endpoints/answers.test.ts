import { describe, expect, test } from 'vitest'
import { attachment, inline, notThere } from './answers.ts'

describe('the name to save an answer under', () => {
  test('is quoted as it is if it is plain', () => {
    expect(attachment('Newsletter 3-2 (final).pdf')).toBe('attachment; filename="Newsletter 3-2 (final).pdf"')
  })

  test('is the same for an answer that is shown', () => {
    expect(inline('ā.pdf')).toBe(`inline; filename="_.pdf"; filename*=UTF-8''%C4%81.pdf`)
  })

  test('is encoded beside a plain one if it has other letters', () => {
    expect(attachment('प्रपत्र – ā.pdf')).toBe(
      `attachment; filename="_______ _ _.pdf"; filename*=UTF-8''${encodeURIComponent('प्रपत्र – ā.pdf')}`,
    )
  })

  test.each([
    'a"; filename=evil.html',
    'a\\b.pdf',
    '50%.pdf',
    'a\r\nset-cookie: x=1',
    'a\0b',
    '\u202efdp.exe',
    "it's(1)*😀.pdf",
    '\ud800.pdf',
  ])('cannot be used to write another header: %j', (name) => {
    const value = attachment(name)

    expect(new Headers({ 'content-disposition': value }).get('content-disposition')).toBe(value)
    expect(value).toMatch(/^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w.!~%-]+$/)
  })
})

test('a missing file says so plainly and is not cached', async () => {
  const response = notThere('There is no file at this address.')

  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toBe('There is no file at this address.\n')
})
