import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { prose } from '#starter/prose.ts'
import { textOf } from './articles.ts'
import type { SampleArticle } from './newsletter/article.ts'
import { firstHalf } from './newsletter/autumn-2026.ts'
import { secondHalf } from './newsletter/autumn-2026-more.ts'
import { samplePerson } from './people.ts'

interface Issue {
  volume: number
  number: number
  period: string
  releasedOn: string
  cover: string
  summary: string
  articles: SampleArticle[]
}

/** A short issue: the letter of the editor and two articles, whose texts are in `articles.ts`. */
function shortIssue(issue: Omit<Issue, 'articles'>, ...articles: [title: string, summary: string][]): Issue {
  return {
    ...issue,
    articles: articles.map(([title, summary], index) => ({
      title,
      author: index === 0 ? editor : 117 + index,
      summary,
      text: textOf(title, issue.period).join('\n\n'),
    })),
  }
}

const editor = 9

const issues: Issue[] = [
  {
    volume: 3,
    number: 2,
    period: 'July to October 2026',
    releasedOn: '2026-11-02',
    cover: 'cornu-spiral',
    summary:
      'A report on chaos and order, an essay on the edge of a shadow, a conversation beside a river, and light measured with a ruler.',
    articles: [...firstHalf, ...secondHalf],
  },
  shortIssue(
    {
      volume: 3,
      number: 1,
      period: 'March to June 2026',
      releasedOn: '2026-07-06',
      cover: 'star-trails',
      summary: 'A report on home-built spectrographs, and an essay on the turning sky.',
    },
    ['From the editor', 'Instruments that you can build yourself.'],
    ['Report: spectrographs from simple parts', 'Twenty teachers, razor blades and the lines in sunlight.'],
    ['Essay: the turning sky', 'What an hour of starlight says about the axis of the Earth.'],
  ),
  shortIssue(
    {
      volume: 2,
      number: 2,
      period: 'July to December 2025',
      releasedOn: '2026-01-12',
      cover: 'chladni-figures',
      summary: 'A report on waves and structures, and an essay on figures of sand.',
    },
    ['From the editor', 'Sound was the theme of the autumn.'],
    ['Report: waves and structures', 'Three days of talks, from vibrating plates to earthquake waves.'],
    ['Essay: figures of sand', 'A violin bow, a plate, and a problem that took decades to solve.'],
  ),
  shortIssue(
    {
      volume: 2,
      number: 1,
      period: 'January to June 2025',
      releasedOn: '2025-07-03',
      cover: 'hydrogen-states',
      summary: 'An essay on the shape of an atom, and news of members.',
    },
    ['From the editor', 'A hundred years of quantum mechanics.'],
    ['Essay: the shape of an atom', 'What an atom looks like, as far as that question has an answer.'],
    ['News of members', 'School visits, and listeners from eleven countries.'],
  ),
  shortIssue(
    {
      volume: 1,
      number: 1,
      period: 'July to December 2024',
      releasedOn: '2025-01-09',
      cover: 'emission-spectra',
      summary: 'The first issue: an essay on spectra, and a report on science and rivers.',
    },
    ['From the editor', 'The newsletter in its new form.'],
    ['Essay: names written in light', 'Every element has its own set of spectral lines.'],
    ['Report: science and rivers', 'Four large rivers compared.'],
  ),
]

const editors = [samplePerson(editor).name, samplePerson(116).name]

export const sampleNewsletters: StarterEntry[] = issues.map((issue) =>
  sampleEntry('newsletter', `sample-volume-${issue.volume}-number-${issue.number}`, {
    title: `Newsletter, volume ${issue.volume}, number ${issue.number}`,
    volume: issue.volume,
    number: issue.number,
    period: issue.period,
    releasedOn: issue.releasedOn,
    editors,
    summary: issue.summary,
    contents: issue.articles.map(({ title, author, summary, text }) => ({
      title,
      ...(author !== undefined && { author: samplePerson(author).name }),
      summary,
      body: prose(text),
    })),
    cover: `picture:${issue.cover}`,
  }),
)
