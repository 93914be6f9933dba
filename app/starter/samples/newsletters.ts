import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { samplePerson } from './people.ts'

interface Issue {
  volume: number
  number: number
  period: string
  releasedOn: string
  cover: string
  summary: string
  articles: string[]
}

const issues: Issue[] = [
  {
    volume: 3,
    number: 2,
    period: 'July to October 2026',
    releasedOn: '2026-11-02',
    cover: 'cornu-spiral',
    summary: 'A report on chaos and order, and an essay on the edge of a shadow.',
    articles: ['From the editor', 'Report: a meeting on chaos and order', 'Essay: how dark is a shadow?'],
  },
  {
    volume: 3,
    number: 1,
    period: 'March to June 2026',
    releasedOn: '2026-07-06',
    cover: 'star-trails',
    summary: 'A report on home-built spectrographs, and an essay on the turning sky.',
    articles: ['From the editor', 'Report: spectrographs from simple parts', 'Essay: the turning sky'],
  },
  {
    volume: 2,
    number: 2,
    period: 'July to December 2025',
    releasedOn: '2026-01-12',
    cover: 'chladni-figures',
    summary: 'A report on waves and structures, and an essay on figures of sand.',
    articles: ['From the editor', 'Report: waves and structures', 'Essay: figures of sand'],
  },
  {
    volume: 2,
    number: 1,
    period: 'January to June 2025',
    releasedOn: '2025-07-03',
    cover: 'hydrogen-states',
    summary: 'An essay on the shape of an atom, and news of members.',
    articles: ['From the editor', 'Essay: the shape of an atom', 'News of members'],
  },
  {
    volume: 1,
    number: 1,
    period: 'July to December 2024',
    releasedOn: '2025-01-09',
    cover: 'emission-spectra',
    summary: 'The first issue: an essay on spectra, and a report on science and rivers.',
    articles: ['From the editor', 'Essay: names written in light', 'Report: science and rivers'],
  },
]

const editors = [samplePerson(9).name, samplePerson(116).name]

export const sampleIssues = issues.map((issue) => ({
  ...issue,
  title: `Sample newsletter, volume ${issue.volume}, number ${issue.number}`,
  pdf: `sample-newsletter-${issue.volume}-${issue.number}`,
  // The cover is page 1 and every article has its own page.
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
    summary: issue.summary,
    contents: issue.contents.map((item, index) =>
      index === 0 ? item : { ...item, author: samplePerson(117 + index).name },
    ),
    pdf: `pdf:${issue.pdf}`,
    pages: issue.pages,
    cover: `picture:${issue.cover}`,
  }),
)
