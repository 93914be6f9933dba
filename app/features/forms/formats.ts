import { readOrcid } from '#features/people/orcid.ts'
import { isMailAddress } from '#server/mail/mail-address.ts'
import { isName } from '#features/letters/names.ts'

/** Lines with a format: the check, and the error message. */

export type Format = keyof typeof formats

interface FormatRule {
  fits: (text: string) => boolean
  sentence: (label: string) => string
  /** Hints for the browser, for the right keyboard and autofill. */
  input?: { type?: 'email' | 'tel' | 'url'; inputMode?: 'numeric' | 'decimal' }
}

export const formats = {
  name: {
    fits: isName,
    sentence: (label) => `${label}: enter a name of at most ten words, without digits and web addresses.`,
  },
  email: {
    fits: isMailAddress,
    sentence: (label) => `${label}: enter one address, such as name@example.org.`,
    input: { type: 'email' },
  },
  phone: {
    fits: (text) => /^\+?\d[\d ()-]{4,22}$/.test(text) && text.replaceAll(/\D/g, '').length <= 16,
    sentence: (label) => `${label}: enter digits with the country code first, such as +91 532 123 4567.`,
    input: { type: 'tel' },
  },
  web: {
    fits: (text) => /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text) && URL.canParse(text),
    sentence: (label) => `${label}: enter a web address that starts with https://.`,
    input: { type: 'url' },
  },
  'member-number': {
    fits: (text) => /^[A-Z]{1,3}-?\d{1,6}$/i.test(text),
    sentence: (label) => `${label}: enter letters and digits, such as LM-123.`,
  },
  orcid: {
    fits: (text) => readOrcid(text) === text,
    sentence: (label) => `${label}: enter 16 digits in groups of four, such as 0000-0002-1825-0097.`,
  },
  doi: {
    fits: (text) => /^10\.\d{4,9}\/\S{1,150}$/.test(text),
    sentence: (label) => `${label}: start with “10.”, such as 10.1000/182.`,
  },
  'transaction-number': {
    fits: (text) => /^[A-Z0-9]{6,22}$/i.test(text),
    sentence: (label) => `${label}: enter the 6 to 22 letters and digits that your bank shows.`,
  },
} satisfies Record<string, FormatRule>
