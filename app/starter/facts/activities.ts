import type { StarterEntry } from '#starter/entry.ts'
import { prose } from '#starter/prose.ts'
import { fromPress } from './sources.ts'

export const activityFacts: StarterEntry[] = [
  {
    kind: 'activity',
    slug: 'opening-of-the-ayodhya-chapter',
    data: {
      title: 'Opening of the Ayodhya Chapter',
      activity: 'other-program',
      dateNote: 'Date not recorded',
      host: 'Department of Mathematics and Statistics, Dr Rammanohar Lohia Avadh University',
      people: [
        {
          name: 'Prof. Manoj Dixit',
          role: 'Opened the chapter',
          affiliation: 'then Vice-Chancellor, Dr Rammanohar Lohia Avadh University',
        },
        {
          name: 'Prof. P. N. Pandey',
          role: 'then General Secretary of the Academy',
          affiliation: 'then Vice-Chancellor, Nehru Gram Bharati',
        },
      ],
      abstract: prose(
        'A local chapter of the Academy was opened at the Department of Mathematics and Statistics of the university.',
      ),
      source: fromPress(
        'https://nextkhabar.in/iaps-ayodhya-chappers-vice-chancellor-launches/ . The report is undated; 2017 or 2018 is likely, since it still says Faizabad.',
      ),
    },
  },
]
