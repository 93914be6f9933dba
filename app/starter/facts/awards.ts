import type { Data } from '#features/content/kinds/kinds.ts'
import type { StarterEntry } from '#starter/entry.ts'

type Award = Pick<Data<'award'>, 'title' | 'shortTitle' | 'type'> & {
  slug: string
  summary: string
  bearer?: string
  note?: string
  question?: string
}

const nameOnly = 'The award is known by name only.'
const allElse = 'What is its purpose and prize, who is eligible, who decides, and who has received it?'

function award({ slug, bearer, note, question, ...names }: Award, position: number): StarterEntry {
  return {
    kind: 'award',
    slug,
    position,
    data: {
      ...names,
      ...(bearer && { namedAfter: { name: bearer } }),
      source: {
        note: note ? `${nameOnly} ${note}` : nameOnly,
        confidence: 'high',
        toConfirm: question ? `${question} ${allElse}` : allElse,
      },
    },
  }
}

const awards: Award[] = [
  {
    slug: 'academic-gold-medal-award',
    title: 'Academic Gold Medal Award',
    shortTitle: 'Academic Gold Medal',
    summary: 'The gold medal of the Academy.',
    type: 'medal',
  },
  {
    slug: 'prof-pn-pandey-research-award',
    title: 'Prof. P. N. Pandey Research Award',
    shortTitle: 'Pandey Research Award',
    summary: 'An award for research, named after Prof. P. N. Pandey.',
    type: 'research',
    bearer: 'Prof. P. N. Pandey',
    note: 'It is not a memorial award. It is probably named after the General Secretary of 2021, but this is not confirmed, so the page does not say so.',
  },
  {
    slug: 'swami-bhjnanand-saraswati-vedic-science-award',
    title: 'Swami Bhjnanand Saraswati Vedic Science Award',
    shortTitle: 'Vedic Science Award',
    summary: 'An award for Vedic science, named after Swami Bhjnanand Saraswati.',
    type: 'research',
    bearer: 'Swami Bhjnanand Saraswati',
    note: 'The spelling is the one in the menu. We do not know the type of the award; “research” is a guess.',
    question: 'Is the name spelled Bhjnanand or Vijnananand? The address stays either way.',
  },
  {
    slug: 'prof-hp-dikshit-memorial-award',
    title: 'Prof. H. P. Dikshit Memorial Award',
    shortTitle: 'Dikshit Memorial Award',
    summary: 'Given in memory of Prof. H. P. Dikshit.',
    type: 'memorial',
    bearer: 'Prof. H. P. Dikshit',
  },
  {
    slug: 'prof-pr-sharma-memorial-award',
    title: 'Prof. P. R. Sharma Memorial Award',
    shortTitle: 'Sharma Memorial Award',
    summary: 'A memorial award in honour of Prof. P. R. Sharma.',
    type: 'memorial',
    bearer: 'Prof. P. R. Sharma',
  },
  {
    slug: 'young-scientist-award',
    title: 'Young Scientist Award',
    shortTitle: 'Young Scientist Award',
    summary: 'For scientists at the beginning of their careers.',
    type: 'young',
    note: 'One recipient (2017) is named on a single department page only, which is too little to publish.',
  },
]

export const awardFacts: StarterEntry[] = awards.map(award)
