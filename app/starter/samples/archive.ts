import type { Data } from '#features/content/kinds/kinds.ts'
import { sampleEntry, type StarterEntry } from '#starter/entry.ts'

type Item = [
  slug: string,
  type: Data<'archive-item'>['type'],
  year: number,
  title: string,
  where: string,
  description: string,
]

const items: Item[] = [
  [
    'conference-report-2025',
    'conference-report',
    2025,
    'Sample report: waves and structures',
    'pdf:sample-conference-report',
    'Programme, summaries of the talks and list of participants.',
  ],
  [
    'annual-report-2025',
    'annual-report',
    2025,
    'Sample annual report, 2024–25',
    'pdf:sample-annual-report-2025',
    'Activities, membership and publications from April 2024 to March 2025.',
  ],
  [
    'annual-report-2024',
    'annual-report',
    2024,
    'Sample annual report, 2023–24',
    'pdf:sample-annual-report-2024',
    'Activities, membership and publications from April 2023 to March 2024.',
  ],
  [
    'minutes-2024',
    'minutes',
    2024,
    'Sample minutes of a General Body meeting',
    'pdf:sample-minutes',
    'Agenda and decisions of the annual meeting.',
  ],
  [
    'circular-2023',
    'circular',
    2023,
    'Sample circular on a change of address',
    'pdf:sample-circular',
    'How to tell the office about a new address.',
  ],
  [
    'conference-report-2023',
    'conference-report',
    2023,
    'Sample report: home-built instruments',
    '/conferences/sample-instruments-2023',
    'Report on the national conference.',
  ],
  [
    'old-newsletter-2016',
    'old-newsletter',
    2016,
    'Sample newsletter of former years',
    'pdf:sample-old-newsletter',
    'The first newsletter, before the present series.',
  ],
  [
    'photo-set-2025',
    'photo-set',
    2025,
    'Sample pictures: waves and sound',
    '/gallery/sample-waves-and-sound',
    'Pictures from the international conference.',
  ],
  [
    'circular-2019',
    'circular',
    2019,
    'Sample circular to members abroad',
    'pdf:sample-circular',
    'How to stay in touch from abroad.',
  ],
]

export const sampleArchive: StarterEntry[] = items.map(([slug, type, year, title, where, description]) =>
  sampleEntry('archive-item', `sample-${slug}`, {
    title,
    type,
    year,
    description,
    ...(where.startsWith('pdf:') ? { file: where } : { url: where }),
  }),
)
