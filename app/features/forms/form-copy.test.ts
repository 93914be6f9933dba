import { expect, test } from 'vitest'
import { pagesOf } from '#test/harness/pdf/pages.ts'
import { makeFormCopy, type FormCopy } from './form-copy.server.ts'
import type { ShownValue } from './shown.ts'

const wordy = Array.from({ length: 1000 }, (_, at) => `word${at}`).join(' ')
const item = (label: string, shown: ShownValue) => ({ name: label, label, shown })

const copy: FormCopy = {
  title: 'Nomination of a Fellow',
  societyName: 'International Academy of Physical Sciences',
  reference: 'FN-2026-0001',
  receivedAt: new Date('2026-11-15T06:30:00Z'),
  parts: [
    {
      name: 'nominee',
      title: 'The nominee',
      items: [
        item('First name', { kind: 'text', text: 'Āśā Čapek Ñandú' }),
        item('Name in Devanagari', { kind: 'text', text: 'आशा नमूना' }),
        item('Name in Tamil', { kind: 'text', text: 'Asha, ஆஷா மாதிரி, and 阿莎 🔭' }),
        item('Field', { kind: 'text', text: 'γ rays; Журнал; €5 “quoted” – ₹10' }),
        item('Middle name', { kind: 'text', text: 'Not answered' }),
        item('Conflicts of interest', { kind: 'lines', lines: ['Relative', 'Supervisor'] }),
        item('Curriculum vitae', {
          kind: 'files',
          files: [
            {
              id: '1',
              question: 'vitae',
              name: 'cv Āśā.pdf',
              mediaType: 'application/pdf',
              bytes: 2_400_000,
            },
          ],
        }),
        item('Degrees', {
          kind: 'rows',
          headings: ['Degree', 'Subject', 'Year'],
          rows: [['PhD', '', '1980']],
        }),
      ],
    },
    { name: 'case', title: 'The case', items: [item('Analysis', { kind: 'text', text: wordy })] },
  ],
}

test('a copy contains every answer and file name as text, in wide Latin, Greek, Cyrillic and Devanagari', async () => {
  const pages = await pagesOf(await makeFormCopy(copy))
  const text = pages.join(' ').replaceAll(/\s+/g, ' ')

  for (const said of [
    'Nomination of a Fellow',
    'Reference FN-2026-0001, received 15 November 2026',
    'Āśā Čapek Ñandú',
    'आशा नमूना',
    'Asha, [Tamil], and [Chinese] [sign]',
    'γ rays; Журнал; €5 “quoted” – ₹10',
    'Not answered',
    'cv Āśā.pdf (2.4 MB)',
    '1. Degree: PhD; Year: 1980',
    'Supervisor',
    'word0 ',
    'word999',
    'cannot show some characters',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('?')
})

test('each font is in the file once, however many pieces of text it prints', async () => {
  const bytes = await makeFormCopy(copy)
  const fonts = [...bytes.toString('latin1').matchAll(/\/FontFile2 /g)]

  // Latin in two weights, its wider letters, Greek, Cyrillic and Devanagari.
  expect(fonts).toHaveLength(6)
  expect(bytes.length).toBeLessThan(80_000)
})

test('a copy without foreign letters does not mention brackets', async () => {
  const plain = { ...copy, parts: copy.parts.slice(1) }
  const text = (await pagesOf(await makeFormCopy(plain))).join(' ')

  expect(text).not.toContain('square brackets')
})

test('every page has its number, and the file has its title', async () => {
  const bytes = await makeFormCopy(copy)
  const pages = await pagesOf(bytes)

  expect(pages.length).toBeGreaterThan(1)
  pages.forEach((page, at) => expect(page).toContain(`FN-2026-0001, page ${at + 1} of ${pages.length}`))
  const raw = bytes.toString('latin1')
  expect(raw).toContain('/Lang (en-GB)')
  expect(raw).toContain('/DisplayDocTitle true')
  expect(raw).toContain('/Marked true')
  expect(raw).toMatch(/\/S \/H1/)
})

test('the same answers make the same copy', async () => {
  const text = async () => (await pagesOf(await makeFormCopy(copy))).join('')
  expect(await text()).toBe(await text())
})
