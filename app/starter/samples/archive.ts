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
    'Conference report: Waves and Structures',
    'pdf:sample-conference-report',
    'Programme, summaries of the talks and list of participants.',
  ],
  [
    'annual-report-2025',
    'annual-report',
    2025,
    'Annual report, 2024–25',
    'pdf:sample-annual-report-2025',
    'Activities, membership and publications from April 2024 to March 2025.',
  ],
  [
    'annual-report-2024',
    'annual-report',
    2024,
    'Annual report, 2023–24',
    'pdf:sample-annual-report-2024',
    'Activities, membership and publications from April 2023 to March 2024.',
  ],
  [
    'minutes-2024',
    'minutes',
    2024,
    'Minutes of the General Body, 2024',
    'pdf:sample-minutes',
    'Agenda and decisions of the annual meeting.',
  ],
  [
    'circular-2023',
    'circular',
    2023,
    'Circular: when your address changes',
    'pdf:sample-circular',
    'How to tell the office about a new address.',
  ],
  [
    'conference-report-2023',
    'conference-report',
    2023,
    'Conference report: Home-built Instruments',
    '/conferences/sample-instruments-2023',
    'Report on the national conference.',
  ],
  [
    'old-newsletter-2016',
    'old-newsletter',
    2016,
    'Newsletter of 2016',
    'pdf:sample-old-newsletter',
    'The first newsletter, before the current series.',
  ],
  [
    'photo-set-2025',
    'photo-set',
    2025,
    'Pictures of waves and sound',
    '/gallery/sample-waves-and-sound',
    'Pictures from the international conference.',
  ],
  [
    'circular-2019',
    'circular',
    2019,
    'Circular to members abroad',
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
