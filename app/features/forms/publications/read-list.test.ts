import { expect, test } from 'vitest'
import { publications } from '#features/nominations/fellow-form.ts'
import { addPublications, maxListCharacters } from './add-publications.server.ts'
import { readPublications } from './read-list.server.ts'

async function found(text: string) {
  const { pieces, unread } = await readPublications(text)
  expect(unread).toEqual([])
  return pieces.map(({ publication }) =>
    Object.fromEntries(Object.entries(publication).filter(([, one]) => one)),
  )
}

const onLight = {
  authors: 'Rāo, Asha; Müller, Jörg',
  year: '2019',
  title: 'On light & λ in water',
  journal: 'Journal of Samples',
  volume: '12',
  pages: '1–9',
  doi: '10.5555/12345678',
}

test('DOIs are read from lines, links and references', async () => {
  const list = [
    '10.5555/12345678',
    'https://doi.org/10.5555/Abc(1)2, doi:10.5555/x;10.5555/y',
    '3. Rao A. On light. J. Sample 2019. doi: 10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O.',
    'http://dx.doi.org/10.5555%2Fencoded',
  ]
  expect(await found(list.join('\r\n'))).toEqual([
    { doi: '10.5555/12345678' },
    { doi: '10.5555/Abc(1)2' },
    { doi: '10.5555/x' },
    { doi: '10.5555/y' },
    { doi: '10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O' },
    { doi: '10.5555/encoded' },
  ])
})

test('BibTeX is read with accents, abbreviations and nested braces', async () => {
  const text = String.raw`% made by a program? no: 10.5555/first
@string{js = "Journal of {Samples}"}
@comment{ignored, even = {this}}
@article{rao_2019,
  author = {R{\=a}o, Asha and M{\"u}ller, J\"{o}rg},
  title  = {{On} light \& {\emph{$λ$}} in
            water},
  journal = js, year = 2019, volume = "12", pages = {1--9},
  url = {https://doi.org/10.5555/12345678}
}
@inproceedings(two, title = "A " # "talk", author = {Ada Ray and others}, date = {2020-05-01}) @misc{three, title={Third}}`
  expect(await found(text)).toEqual([
    { doi: '10.5555/first' },
    onLight,
    { authors: 'Ada Ray et al.', year: '2020', title: 'A talk' },
    { title: 'Third' },
  ])
})

test('RIS is read, also with continued lines and without an end', async () => {
  const text = `TY  - JOUR
AU  - Rāo, Asha
AU  - Müller, Jörg
PY  - 2019/05/12/
TI  - On light & λ
 in water
JO  - Journal of Samples
VL  - 12
SP  - 1
EP  - 9
DO  - https://doi.org/10.5555/12345678
ER  - 

10.5555/between
TY  - CONF
T1  - A talk`
  expect(await found(text)).toEqual([onLight, { doi: '10.5555/between' }, { title: 'A talk' }])
})

test('JSON of ORCID and of reference managers is read', async () => {
  const summary = {
    title: { title: { value: 'On light' } },
    'publication-date': { year: { value: '2019' } },
    'journal-title': { value: 'J. Sample' },
    'external-ids': {
      'external-id': [
        { 'external-id-type': 'eid', 'external-id-value': '2-s2.0-1' },
        { 'external-id-type': 'doi', 'external-id-value': '10.5555/12345678' },
      ],
    },
  }
  const orcid = { group: [{ 'work-summary': [summary, { title: null }] }] }
  const expected = { year: '2019', title: 'On light', journal: 'J. Sample', doi: '10.5555/12345678' }
  expect(await found(JSON.stringify(orcid))).toEqual([expected])

  const csl = [
    {
      title: 'On light',
      author: [{ family: 'Rao', given: 'Asha' }, { literal: 'The group' }],
      issued: { 'date-parts': [[2019, 5]] },
      'container-title': ['J. Sample'],
      DOI: '10.5555/12345678',
    },
  ]
  expect(await found(JSON.stringify(csl))).toEqual([{ ...expected, authors: 'Rao, Asha; The group' }])
})

test('a table with headings is read', async () => {
  const text = `Title,Authors,Publication Year,Source title,DOI\n"Light, and more",Rao A.; Ray B.,2019,J. Sample,https://doi.org/10.5555/1\n`
  expect(await found(text)).toEqual([
    {
      title: 'Light, and more',
      authors: 'Rao A.; Ray B.',
      year: '2019',
      journal: 'J. Sample',
      doi: '10.5555/1',
    },
  ])
})

test('what cannot be read is named by its line and stays, and spoils nothing else', async () => {
  const text = `10.5555/one\nmy best paper\n@article{open, title = {Never closed,\n@article{x, title = {Closed}}\n@misc{empty,}`
  const { rows, added, left, sentence } = await addPublications(publications, [], text)

  expect([added, rows]).toEqual([2, [{ doi: '10.5555/one' }, { title: 'Closed' }]])
  expect(left).toBe('my best paper\n@article{open, title = {Never closed,\n@misc{empty,}')
  expect(sentence).toContain('We could not read line 2 (“my best paper”), line 3 (“@article{open')
  expect(sentence).toContain('line 5')
})

test('what is there already is not added again, and what has no room stays in the box', async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `10.5555/${at}`)
  const before = [{ doi: '10.5555/0' }, { title: 'On light', year: '2019' }]
  const full = await addPublications(publications, before, lines.join('\n'))

  expect([full.rows.length, full.added, full.left]).toEqual([10, 8, '10.5555/9\n10.5555/10\n10.5555/11'])
  expect(full.sentence).toContain('There is room for 10, so we did not add 3 more.')
  const again = await addPublications(
    publications,
    before,
    'doi:10.5555/0\n@a{b, title={On Light.}, year=2019}',
  )
  expect(again).toMatchObject({ rows: before, added: 0, left: '', sentence: undefined })
})

test('a long list of authors is shortened to what the field takes', async () => {
  const authors = Array.from({ length: 900 }, (_, at) => `Person, No ${at}`).join(' and ')
  const [one] = await found(`@article{a, title={T}, author={${authors}}}`)

  expect(one?.['authors']?.length).toBeLessThanOrEqual(300)
  expect(one?.['authors']).toMatch(/^Person, No 0; .* et al\.$/)
})

test('a list that is too long is not read and stays', async () => {
  const text = 'x'.repeat(maxListCharacters + 1)
  expect(await addPublications(publications, [], text)).toMatchObject({ added: 0, left: text })
})

const hostile: Record<string, (size: number) => string> = {
  'open braces': (size) => `@article{a, title=${'{'.repeat(size)}`,
  'nested braces': (size) => `@article{a, title={${'{'.repeat(size / 2)}${'}'.repeat(size / 2)}}}`,
  'many open entries': (size) => '@a{\n'.repeat(size / 4),
  'many entries on one line': (size) => '@a{b,c={d}}'.repeat(size / 11),
  'open quotes': (size) => `@a{b, c = ${'"{'.repeat(size / 2)}`,
  'one line': (size) => 'a'.repeat(size),
  'one DOI': (size) => `10.5555/${'1.'.repeat(size / 2)}`,
  'almost DOIs': (size) => '10.5555'.repeat(size / 7),
  spaces: (size) => `x${' '.repeat(size)}x`,
  commands: (size) => `@a{b, title={${String.raw`\"{`.repeat(size / 3)}${'}'.repeat(size / 3)}}}`,
  'control characters': (size) => '\0\u0001\u001B\u007F'.repeat(size / 4),
  'records without end': (size) => 'TY  - JOUR\n'.repeat(size / 11),
  'nested lists': (size) => `[{"title":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}]`,
  'open lists': (size) => `[{"a":${'['.repeat(size)}`,
  'open cell': (size) => `title,doi\n"${'a,'.repeat(size / 2)}`,
  authors: (size) => `@a{b, title={x}, author={${'A and '.repeat(size / 6)}}}`,
}

test.for(Object.keys(hostile))('hostile text is read in proportional time: %s', async (name) => {
  const make = hostile[name]!
  const took = async (size: number) => {
    const text = make(size)
    const start = process.cpuUsage()
    const { rows } = await addPublications(publications, [], text)
    expect(JSON.stringify(rows)).not.toMatch(/\\u00(?:0|1|7f)/)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  await took(1000)
  // Quadratic work on 190,000 characters takes tens of seconds.
  expect(await took(190_000)).toBeLessThan(5000)
})
