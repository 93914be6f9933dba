const maxLength = 120

/** A person's file name, made safe to show, to send in a header and to save on any machine. */
export function cleanFileName(given: string, ending: string): string {
  const shown = given
    .toWellFormed()
    .normalize('NFC')
    // Only the last part of a path; without invisible characters and direction overrides.
    .replace(/^.*[/\\]/s, '')
    // The two joiners stay: Indic and Persian spelling needs them.
    .replaceAll(/[^\P{Cf}\u200c\u200d]|[\p{Cc}\p{Co}\p{Cn}\u2028\u2029\ufffd]/gu, '')
    .replaceAll(/[<>:"|?*;]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
    .replace(/(?<![ .])[ .]+$/, '')
  const stem = shown.replace(new RegExp(`\\.${ending === 'jpg' ? '(jpe?g|png|webp)' : ending}$`, 'i'), '')
  const storedFile = [...stem].slice(0, maxLength).join('').trim()
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(storedFile) ? `file-${storedFile}` : storedFile
  return `${safe || 'file'}.${ending}`
}
