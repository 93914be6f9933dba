import { describe, expect, test } from 'vitest'
import type { Answers } from '#features/forms/questions.ts'
import { rightAnswers } from '#test/makers/cases.ts'
import { findConflicts, type Compared } from './conflicts.ts'

function found(changes: Answers, more: Partial<Compared> = {}): string[] {
  const answers = { ...rightAnswers.fellow, ...changes }
  const compared = { process: 'fellow', answers, others: [], staffEmails: [], ...more } as const
  return findConflicts(compared).map(({ sentence }) => sentence)
}

const expert = (changes: Record<string, string>) => ({
  experts: [
    {
      name: 'Dev',
      institution: 'Far Institute',
      email: 'dev@far.example',
      field: 'Optics',
      relation: 'None',
      ...changes,
    },
  ],
})

test('nothing is found between unrelated people', () => {
  expect(found({})).toEqual([])
})

describe('the same institution', () => {
  test('is recognised however it is written', () => {
    expect(found({ proposerInstitution: 'the SAMPLE  institute.' })).toEqual([
      'The proposer Prof. Ben Sample is at the nominee’s institution, the SAMPLE  institute..',
    ])
    expect(
      found({ institution: 'Institut für Optik', seconderInstitution: 'Institut fur Optik' }),
    ).toHaveLength(1)
  })

  test('of an expert is found too', () => {
    expect(found(expert({ institution: 'Sample Institute' }))).toEqual([
      'The expert Dev is at the nominee’s institution, Sample Institute.',
    ])
  })

  test('counts where the nominee holds a position now, and not where they did', () => {
    const post = { post: 'Visitor', institution: 'Other Institute', from: '1990' }
    expect(found({ positions: [post] })).toHaveLength(1)
    expect(found({ positions: [{ ...post, to: '1994' }] })).toEqual([])
  })

  test('that nobody has named does not count', () => {
    expect(found({ institution: '…', proposerInstitution: '—' })).toEqual([])
  })
})

test('a member of staff is found by any address, however it is written', () => {
  const staffEmails = ['Ben@Example.org', 'second@example.org']
  expect(found({ otherEmail: 'Second@example.org' }, { staffEmails })).toEqual([
    'The nominee Dr Asha Sample is a member of staff of this site.',
    'The proposer Prof. Ben Sample is a member of staff of this site.',
  ])
  const applicant = { process: 'membership', answers: rightAnswers.membership, others: [] } as const
  expect(findConflicts({ ...applicant, staffEmails: ['asha@example.org'] })).toMatchObject([
    { kind: 'staff' },
  ])
})

describe('papers that two nominations share', () => {
  const other = (changes: Answers) => ({
    others: [
      {
        reference: 'FN-1995-0002',
        process: 'fellow' as const,
        answers: {
          ...rightAnswers.fellow,
          email: 'x@example.org',
          proposerEmail: 'y@example.org',
          seconderEmail: 'z@example.org',
          experts: [],
          ...changes,
        },
      },
    ],
  })

  test('are reported if the nominee of one supports the other', () => {
    expect(found({}, other({ email: 'BEN@example.org' }))).toEqual([
      'The proposer Prof. Ben Sample is the nominee of FN-1995-0002, which lists the same paper (10.1000/182).',
    ])
    expect(found({}, other({ seconderEmail: 'asha@example.org' }))).toEqual([
      'The nominee is seconder in FN-1995-0002, which lists the same paper (10.1000/182).',
    ])
  })

  test('are reported if someone supports both', () => {
    expect(found({}, other({ proposerEmail: 'dev@far.example' }))).toEqual([
      'The expert Dev also supports FN-1995-0002, which lists the same paper (10.1000/182).',
    ])
  })

  test('are named between strangers too, and nothing is without a paper in common', () => {
    expect(found({}, other({}))).toEqual([
      'The nominee may be a co-author of the nominee of FN-1995-0002, which lists the same paper (10.1000/182).',
    ])
    const publications = [{ authors: 'A', year: '1990', title: 'B', journal: 'C', doi: '10.1000/183' }]
    expect(found({}, other({ email: 'ben@example.org', publications }))).toEqual([])
  })

  test('are the same paper in upper and lower case', () => {
    const publications = [{ doi: '10.1000/ABC' }]
    expect(
      found({ publications: [{ doi: '10.1000/abc ' }] }, other({ email: 'ben@example.org', publications })),
    ).toHaveLength(1)
  })
})

test('what the proposer and the seconder declare is shown in their words', () => {
  const seconded = { conflicts: ['coauthor'], conflictNote: 'Two papers in 1993.' }
  expect(found({ conflicts: ['relative', 'institution'] }, { seconded })).toEqual([
    'The proposer Prof. Ben Sample declares: Relative of the nominee, Same institution as the nominee.',
    'The seconder Prof. Chitra Sample declares: Co-author of the nominee in the last four years. Two papers in 1993.',
  ])
  expect(found({}, { seconded: { conflicts: ['none'] } })).toEqual([])
})
