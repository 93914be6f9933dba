import fc from 'fast-check'

// Made here, because fast-check first lists every existing character, which takes seconds.
const character = fc
  .oneof(
    fc
      .constantFrom(...`"'*():&|!<>^-+{}\\%_?$;,.\0\u2019\u0301 aAND1`.split(''))
      .map((sign) => sign.charCodeAt(0)),
    fc.integer({ min: 0x20, max: 0x24f }),
    fc.integer({ min: 0x300, max: 0xffff }),
    fc.integer({ min: 0, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code))

/** Whatever someone could type or send: punctuation, scripts, lone marks, half characters. */
export function anyText(maxLength: number) {
  return fc.string({ unit: character, maxLength })
}
