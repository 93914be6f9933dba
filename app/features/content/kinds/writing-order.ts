import type { Field } from './field.ts'
import { fields } from './fields.ts'
import type { Data, Kind } from './kinds.ts'

/** What someone writes under the title, in this order. The other fields are beside it. */
const written: Record<Kind, string[]> = {
  page: ['sections'],
  news: ['body'],
  'council-term': ['seats'],
  award: ['purpose', 'eligibility', 'nominationHow', 'selection'],
  recipient: ['citation'],
  conference: ['report', 'importantDates', 'speakers', 'people', 'fees', 'figures'],
  activity: ['abstract', 'speaker', 'people'],
  newsletter: ['contents'],
  album: ['photos'],
  'archive-item': ['description'],
  call: ['summary', 'eligibility', 'nominators', 'howToApply'],
} satisfies { [K in Kind]: (keyof Data<K>)[] }

/** Whether the text consists of several texts that are read one after the other, such as the sections of a page. */
export function isOneFlow(kind: Kind): boolean {
  const { text } = writingOrder(kind)
  const [first] = text
  if (text.length === 1) return first?.control === 'list' && hasText(first.fields)
  return text.every(({ control }) => control === 'rich-text')
}

function hasText(fields: Field[]): boolean {
  return fields.some(({ control }) => control === 'rich-text')
}

/** The fields of a kind as its editing page shows them: the title, the text under it, the details beside it. */
export function writingOrder(kind: Kind): { title: Field; text: Field[]; details: Field[] } {
  const [title, ...others] = fields[kind]
  const text = written[kind].flatMap((name) => others.filter((field) => field.name === name))
  return { title: title!, text, details: others.filter((field) => !text.includes(field)) }
}
