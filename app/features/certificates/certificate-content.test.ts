import { expect, test } from 'vitest'
import { checkQuery, issueForm } from './form.ts'
import { linesOf, sentenceOf, certificateStatus, type CertificateContent } from './certificate-content.ts'

const fellowship: CertificateContent = {
  kind: 'fellowship',
  number: 'CF-2026-0001',
  name: 'Prof. Asha Sample',
  rank: 'Fellow',
  holderNo: 'F-9',
  since: 2026,
  validFrom: null,
  validTo: null,
  citation: 'For light.',
  society: 'Sample Academy',
  issuedOn: '2026-11-15',
  sample: true,
}
const membership: CertificateContent = {
  ...fellowship,
  kind: 'membership',
  rank: 'Life member',
  validFrom: '2026-11-15',
  citation: null,
}

test('a certificate says when a fellow was elected, and in which category a member is', () => {
  expect(sentenceOf(fellowship)).toBe('was elected Fellow of the Sample Academy in the year 2026')
  expect(sentenceOf({ ...fellowship, since: null })).toBe('is Fellow of the Sample Academy')
  expect(sentenceOf(membership)).toBe('is enrolled as Life member of the Sample Academy')
})

test('missing facts have no line', () => {
  const labels = linesOf({ ...fellowship, citation: null, holderNo: null }).map(({ label }) => label)
  expect(labels).toEqual(['Certificate', 'Name', 'Grade', 'Elected', 'Issued by', 'Issued on'])
})

test.for([
  [{ validTo: null }, 'from 15 November 2026, for life'],
  [{ validTo: '2027-03-31' }, 'from 15 November 2026 to 31 March 2027'],
  [{ validFrom: null, validTo: '2027-03-31' }, 'to 31 March 2027'],
  [{ validFrom: null, validTo: null }, undefined],
] as const)('the validity of %o reads “%s”', ([given, text]) => {
  const lines = linesOf({ ...membership, ...given })
  expect(lines.find(({ label }) => label === 'Valid')?.text).toBe(text)
})

test('it is valid through its last day, and not at all once revoked', () => {
  const until = { revokedAt: null, validTo: '2027-03-31' }
  expect(certificateStatus(until, '2027-03-31')).toBe('valid')
  expect(certificateStatus(until, '2027-04-01')).toBe('over')
  expect(certificateStatus({ ...until, revokedAt: 1 }, '2027-03-31')).toBe('revoked')
  expect(certificateStatus({ revokedAt: null, validTo: null }, '2999-01-01')).toBe('valid')
})

const code = 'aB3_-6789012345678901x'

test.for([code, ` ${code.slice(0, 8)} ${code.slice(8)} `, `https://example.org/certificates/${code}`])(
  'typing “%s” means that code',
  (typed) => {
    expect(checkQuery.parse({ code: typed })).toEqual({ code })
  },
)

test.for(['short', `${code}x`, `${code.slice(1)}é`, `${code}/`, ''])('“%s” is not a code', (typed) => {
  expect(checkQuery.safeParse({ code: typed }).success).toBe(false)
})

test('a name stays on one line', () => {
  const read = issueForm.parse({ kind: 'membership', name: ' Asha \n\t Sample ' })
  expect(read).toEqual({ kind: 'membership', name: 'Asha Sample' })
})

test('a name has at most 120 letters, counted as they are printed', () => {
  const parse = (name: string) => issueForm.safeParse({ kind: 'membership', name })
  expect(parse('W'.repeat(120)).success).toBe(true)
  for (const name of ['W'.repeat(121), 'Ⅷ'.repeat(40)])
    expect(parse(name).error?.issues[0]?.message).toBe('Shorten the name to 120 characters.')
})
