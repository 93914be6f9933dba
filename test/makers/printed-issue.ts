import sharp from 'sharp'
import type { IssueDocument } from '#routes/site/newsletter/pdf/issue-document.ts'
import { prose } from '#starter/prose.ts'
import { firstHalf } from '#starter/samples/newsletter/autumn-2026.ts'
import { secondHalf } from '#starter/samples/newsletter/autumn-2026-more.ts'

export const cover = {
  bytes: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#446' } })
    .jpeg()
    .toBuffer(),
  width: 60,
  height: 40,
}

/** An issue with everything: a cover, articles with lists, tables, formulas and links, and a call. */
export const printedIssue: IssueDocument = {
  society: 'Sample Academy',
  origin: 'https://www.example.org',
  title: 'Newsletter, volume 3, number 2',
  subtitle: 'Volume 3, number 2, July to October 2026',
  day: '2 November 2026',
  madeAt: Date.UTC(2026, 10, 2),
  sample: true,
  editors: ['Dr Keśavinder Sample', 'Prof. Jayantosh Sample'],
  summary:
    'A report on chaos and order, an essay on the edge of a shadow, a conversation beside a river, and light measured with a ruler.',
  cover,
  articles: [...firstHalf, ...secondHalf].map(({ title, summary, text }) => ({
    title,
    author: 'Dr Keśavinder Sample',
    summary,
    body: prose(text),
  })),
  calls: [
    {
      title: 'Nominations of Fellows, 2027 (sample)',
      summary: 'Nominate a member.',
      lines: ['Who may be nominated: Members of the Academy.'],
      closes: '31 January 2027, 23:59 IST',
      href: '/fellowship#call',
    },
  ],
  pictures: {},
}
