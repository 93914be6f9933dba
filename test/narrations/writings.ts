/** How payers write a reference, and what the bank makes of it. */

export interface Written {
  /** Of the application, such as MA-2026-0001. */
  reference: string
  /** Of the payment, such as FEE and seven characters. */
  payReference: string
}

const bare = (text: string) => text.replaceAll('-', '')

/** The reference that every case of a kind carries is whole, unless the name says that it is not. */
export const writings: Record<string, (written: Written) => string> = {
  'as we print it': ({ payReference }) => payReference,
  'in lower case': ({ payReference }) => payReference.toLowerCase(),
  'with spaces inside': ({ payReference }) =>
    `${payReference.slice(0, 3)} ${payReference.slice(3, 6)} ${payReference.slice(6)}`,
  'with slashes inside': ({ payReference }) => `${payReference.slice(0, 3)}/${payReference.slice(3)}`,
  'joined to the word before': ({ payReference }) => `Membershipfee${payReference}`,
  'joined to the word after': ({ payReference }) => `${payReference}membership`,
  'with digits before and after': ({ payReference }) => `2026${payReference}041126`,
  'with O for 0 and l for 1': ({ payReference }) =>
    `fee${payReference.slice(3).replaceAll('0', 'O').replaceAll('1', 'l')}`,
  'application as we print it': ({ reference }) => reference,
  'application without dashes': ({ reference }) => bare(reference).toLowerCase(),
  'application with spaces': ({ reference }) => `for ${reference.replaceAll('-', ' ')} thanks`,
  'application with slashes': ({ reference }) => reference.replaceAll('-', '/'),
  'application joined to a word': ({ reference }) => `FEE${bare(reference)}`,
  'application after digits': ({ reference }) => `98${bare(reference)}/4821`,
  'both references': ({ reference, payReference }) => `${payReference} ${reference}`,
  'cut by the bank': ({ payReference }) => payReference.slice(0, 9),
}
