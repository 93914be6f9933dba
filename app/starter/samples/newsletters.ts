import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { samplePerson } from './people.ts'

interface Issue {
  volume: number
  number: number
  period: string
  releasedOn: string
  cover: string
  articles: string[]
}

const issues: Issue[] = [
  {
    volume: 3,
    number: 2,
    period: 'July to October 2026',
    releasedOn: '2026-11-02',
    cover: 'cornu-spiral',
    articles: [
      'Sample note from the editor',
      'Sample report: a meeting on chaos and order',
      'Sample essay: how dark is a shadow?',
    ],
  },
  {
    volume: 3,
    number: 1,
    period: 'March to June 2026',
    releasedOn: '2026-07-06',
    cover: 'star-trails',
    articles: [
      'Sample note from the editor',
      'Sample report: spectrographs from simple parts',
      'Sample essay: the turning sky',
    ],
  },
  {
    volume: 2,
    number: 2,
    period: 'July to December 2025',
    releasedOn: '2026-01-12',
    cover: 'chladni-figures',
    articles: [
      'Sample note from the editor',
      'Sample report: waves and structures',
      'Sample essay: figures of sand',
    ],
  },
  {
    volume: 2,
    number: 1,
    period: 'January to June 2025',
    releasedOn: '2025-07-03',
    cover: 'hydrogen-states',
    articles: ['Sample note from the editor', 'Sample essay: the shape of an atom', 'Sample news of members'],
  },
  {
    volume: 1,
    number: 1,
    period: 'July to December 2024',
    releasedOn: '2025-01-09',
    cover: 'emission-spectra',
    articles: [
      'Sample note from the editor',
      'Sample essay: names written in light',
      'Sample report: science and rivers',
    ],
  },
]

const editors = [samplePerson(9).name, samplePerson(116).name]

export const sampleIssues = issues.map((issue) => ({
  ...issue,
  title: `Sample newsletter, volume ${issue.volume}, number ${issue.number}`,
  pdf: `sample-newsletter-${issue.volume}-${issue.number}`,
  // The cover is page 1 and every article has a page of its own.
  contents: issue.articles.map((title, index) => ({ title, page: index + 2 })),
  pages: issue.articles.length + 1,
}))

export const sampleNewsletters: StarterEntry[] = sampleIssues.map((issue) =>
  sampleEntry('newsletter', `sample-volume-${issue.volume}-number-${issue.number}`, {
    title: issue.title,
    volume: issue.volume,
    number: issue.number,
    period: issue.period,
    releasedOn: issue.releasedOn,
    editors,
    summary: `Invented, to show how an issue looks. In it: ${issue.articles.at(-1)!.replace('Sample ', '')}.`,
    contents: issue.contents.map((item, index) =>
      index === 0 ? item : { ...item, author: samplePerson(117 + index).name },
    ),
    pdf: `pdf:${issue.pdf}`,
    pages: issue.pages,
    cover: `picture:${issue.cover}`,
  }),
)
