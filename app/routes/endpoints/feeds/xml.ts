/** Escapes text for XML 1.0, between tags or in a quoted attribute. */
export function xml(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
