import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName } from './file-name.ts'

test.each([
  ['photo.jpg', 'jpg', 'photo.jpg'],
  ['photo.JPEG', 'jpg', 'photo.jpg'],
  ['photo.png', 'jpg', 'photo.jpg'],
  ['photo.svg', 'jpg', 'photo.svg.jpg'],
  ['../../etc/passwd', 'pdf', 'passwd.pdf'],
  ['C:\\Users\\x\\report.pdf', 'pdf', 'report.pdf'],
  ['a\0b.pdf', 'pdf', 'ab.pdf'],
  ['invoice\u202efdp.exe', 'pdf', 'invoicefdp.exe.pdf'],
  ['CON', 'pdf', 'file-CON.pdf'],
  ['nul.pdf', 'pdf', 'file-nul.pdf'],
  ['a\r\nSet-Cookie: x=1.pdf', 'pdf', 'aSet-Cookie- x=1.pdf'],
  ['a"; filename="b.html', 'pdf', 'a-- filename=-b.html.pdf'],
  ['...', 'pdf', 'file.pdf'],
  ['', 'pdf', 'file.pdf'],
  ['.htaccess', 'pdf', 'htaccess.pdf'],
  ['विवरण पत्र.pdf', 'pdf', 'विवरण पत्र.pdf'],
  ['क्\u200dष.pdf', 'pdf', 'क्\u200dष.pdf'],
  ['👩‍🔬 at work.jpg', 'jpg', '👩‍🔬 at work.jpg'],
  ['\ud800.pdf', 'pdf', 'pdf.pdf'],
])('%j as %s becomes %j', (given, ending, expected) => {
  expect(cleanFileName(given, ending)).toBe(expected)
})

test('a name of four thousand letters is cut', () => {
  expect([...cleanFileName(`${'é'.repeat(4096)}.pdf`, 'pdf')]).toHaveLength(124)
})

test('whatever it was, a name has no path, no control character and its extension', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const name = cleanFileName(given, 'pdf')
      expect(name).toMatch(/^[^/\\\p{Cc}"<>:|?*;]+\.pdf$/u)
      expect(name).not.toMatch(/^\.|[\u202a-\u202e\u2066-\u2069]/)
      expect(() => encodeURIComponent(name)).not.toThrow()
      expect(cleanFileName(name, 'pdf')).toBe(name)
    }),
    { numRuns: 2000, seed: 1994 },
  )
})
