import { archiveLabels } from './archive-labels.ts'
import type { Kind } from './kinds.ts'

/** How each field of each kind is asked for. One form, one comparison and one list of checks read this. */

interface Common {
  name: string
  label: string
  hint?: string
}

export type PlainControl =
  | 'line'
  | 'paragraph'
  | 'day'
  | 'moment'
  | 'number'
  | 'yes-no'
  | 'rich-text'
  | 'download'
  | 'lines'

type PictureWords = 'alt' | 'caption' | 'credit'

export type Field =
  | (Common & { control: PlainControl })
  /** Fields beside it that take the words of the picture in the library, where they are still empty. */
  | (Common & { control: 'picture'; words?: PictureWords[] })
  | (Common & { control: 'choice'; choices: Record<string, string> })
  | (Common & { control: 'entry'; kind: Kind })
  | (Common & { control: 'group'; fields: Field[] })
  /** `one` names a single item, such as "seat": "Add a seat". */
  | (Common & { control: 'list'; one: string; fields: Field[]; most?: number })

const plain =
  (control: PlainControl) =>
  (name: string, label: string, hint?: string): Field => ({ name, label, control, ...(hint && { hint }) })

const line = plain('line')
const paragraph = plain('paragraph')
const day = plain('day')
const moment = plain('moment')
const number = plain('number')
const yesNo = plain('yes-no')
const richText = plain('rich-text')
const download = plain('download')
const lines = plain('lines')

const picture = (name: string, label: string, words?: PictureWords[]): Field => ({
  name,
  label,
  control: 'picture',
  ...(words && { words }),
})
const choice = (name: string, label: string, choices: Record<string, string>): Field => ({
  name,
  label,
  control: 'choice',
  choices,
})
const entry = (name: string, label: string, kind: Kind): Field => ({ name, label, control: 'entry', kind })
const group = (name: string, label: string, fields: Field[], hint?: string): Field => ({
  name,
  label,
  control: 'group',
  fields,
  ...(hint && { hint }),
})
const list = (
  name: string,
  label: string,
  one: string,
  fields: Field[],
  limits: { hint?: string; most?: number } = {},
): Field => ({ name, label, control: 'list', one, fields, ...limits })

const title = line('title', 'Title')
const address = (name: string, label: string) =>
  line(name, label, 'A page of this site, such as /gallery, or an address that starts with https://')

const source = group(
  'source',
  'Source',
  [
    paragraph('note', 'Where this comes from'),
    choice('confidence', 'How sure it is', { high: 'High', medium: 'Medium', low: 'Low' }),
  ],
  'Only staff see this.',
)

const person = [
  line('name', 'Name'),
  line('affiliation', 'Institution'),
  line('role', 'Role', 'Such as Convener or Chief guest'),
]

const place = [line('city', 'City'), line('state', 'State'), line('country', 'Country')]

export const fields: Record<Kind, Field[]> = {
  page: [
    title,
    paragraph('lead', 'Lead', 'One or two sentences under the title'),
    line('edition', 'Edition', 'Which wording this is, for a constitution or a set of rules'),
    day('effectiveFrom', 'In force from'),
    paragraph('changeNote', 'What changed with this edition'),
    list('sections', 'Sections', 'section', [
      line('number', 'Number', 'As printed, such as 3 or 3.1; empty for a plain page'),
      line('heading', 'Heading'),
      line('anchor', 'Anchor', 'The end of the section’s address; made from the heading when empty'),
      richText('body', 'Text'),
    ]),
    download('pdf', 'The same as PDF'),
    source,
  ],
  news: [
    title,
    day('publishedOn', 'Date', 'The day that readers see'),
    paragraph('summary', 'Summary', 'What the home page and the feed show'),
    richText('body', 'Text'),
    group('picture', 'Picture', [
      picture('file', 'Picture file', ['alt', 'credit']),
      line('alt', 'Description', 'What the picture shows, for those who cannot see it'),
      line('credit', 'Credit'),
    ]),
    source,
  ],
  'council-term': [
    title,
    day('from', 'From'),
    day('to', 'To', 'Empty for the present term'),
    list('seats', 'Seats', 'seat', [
      line('office', 'Office'),
      line('name', 'Name'),
      line('designation', 'Designation'),
      line('institution', 'Institution'),
      line('email', 'E-mail', 'Shown to everybody: only with the person’s consent'),
      picture('photo', 'Photograph'),
    ]),
    source,
  ],
  award: [
    title,
    line('shortTitle', 'Short title', 'For lists and letters of the office; no page of the site shows it'),
    choice('type', 'Type', {
      medal: 'Medal',
      research: 'Research award',
      memorial: 'Memorial award',
      young: 'Award for young scientists',
    }),
    paragraph('summary', 'Summary'),
    group('namedAfter', 'Named after', [line('name', 'Name'), paragraph('note', 'Note')]),
    richText('purpose', 'Purpose'),
    richText('eligibility', 'Eligibility'),
    richText('nominationHow', 'How to nominate'),
    richText('selection', 'Selection'),
    line('frequency', 'How often'),
    line('prize', 'Prize'),
    lines('subjectAreas', 'Subjects', 'One a line'),
    download('callPdf', 'Call as PDF'),
    source,
  ],
  recipient: [
    line('title', 'Name'),
    number('year', 'Year'),
    line('affiliation', 'Institution'),
    line('country', 'Country'),
    line('discipline', 'Discipline'),
    paragraph('citation', 'Citation'),
    line('lectureTitle', 'Title of the lecture'),
    yesNo('shared', 'Shared with others'),
    picture('photo', 'Photograph'),
    source,
  ],
  conference: [
    title,
    choice('series', 'Series', { coniaps: 'CONIAPS', other: 'Other' }),
    choice('scope', 'Scope', { international: 'International', national: 'National' }),
    number('number', 'Number in the series'),
    line('theme', 'Theme'),
    number('year', 'Year'),
    day('startsOn', 'First day'),
    day('endsOn', 'Last day'),
    line('dateNote', 'When, in words', 'Where the days are not known, such as “spring 2024”'),
    choice('mode', 'Held', { 'in-person': 'In person', online: 'Online', hybrid: 'Both' }),
    line('host', 'Host institution'),
    line('department', 'Department'),
    ...place,
    list('people', 'People', 'person', person),
    list('speakers', 'Speakers', 'speaker', [
      ...person,
      choice('kind', 'Kind', { plenary: 'Plenary', invited: 'Invited', keynote: 'Keynote' }),
      line('title', 'Title of the lecture'),
    ]),
    list('figures', 'Figures', 'figure', [line('label', 'What'), line('value', 'How many')]),
    list('importantDates', 'Important dates', 'date', [line('label', 'What'), day('on', 'Day')]),
    list('fees', 'Fees', 'fee', [
      line('category', 'For whom'),
      line('amount', 'Amount'),
      line('note', 'Note'),
    ]),
    richText('report', 'Report'),
    address('website', 'Website'),
    address('abstractUrl', 'Where to send abstracts'),
    address('proceedingsUrl', 'Proceedings'),
    download('brochure', 'Brochure'),
    entry('album', 'Album', 'album'),
    source,
  ],
  activity: [
    title,
    choice('activity', 'Kind', {
      'memorial-lecture': 'Memorial lecture',
      workshop: 'Workshop',
      'online-lecture': 'Online lecture',
      'other-program': 'Other programme',
    }),
    line('series', 'Series'),
    line('inMemoryOf', 'In memory of'),
    number('number', 'Number in the series'),
    group('speaker', 'Speaker', person),
    list('people', 'People', 'person', person),
    richText('abstract', 'Abstract'),
    number('year', 'Year'),
    moment('startsAt', 'Begins at', 'For lectures: Indian time'),
    number('durationMinutes', 'Minutes'),
    day('startsOn', 'First day', 'For workshops and programmes'),
    day('endsOn', 'Last day'),
    line('dateNote', 'When, in words', 'Where the days are not known'),
    line('venue', 'Venue'),
    line('host', 'Host institution'),
    line('platform', 'Platform'),
    line('audience', 'For whom'),
    address('joinUrl', 'Where to join'),
    address('recordingUrl', 'Recording'),
    address('registrationUrl', 'Registration'),
    download('slides', 'Slides'),
    download('report', 'Report'),
    source,
  ],
  newsletter: [
    title,
    number('volume', 'Volume'),
    number('number', 'Number'),
    line('period', 'Period', 'Such as January to June 2026'),
    day('releasedOn', 'Released on'),
    lines('editors', 'Editors', 'One a line'),
    paragraph('summary', 'Summary'),
    list('contents', 'Contents', 'article', [
      line('title', 'Title'),
      number('page', 'Page'),
      line('author', 'Author'),
    ]),
    download('pdf', 'The issue as PDF', 'Cover and number of pages are taken from the file'),
    number('pages', 'Pages'),
    picture('cover', 'Cover'),
    source,
  ],
  album: [
    title,
    day('heldOn', 'Date'),
    paragraph('description', 'Description'),
    entry('event', 'Conference', 'conference'),
    list(
      'photos',
      'Photographs',
      'photograph',
      [
        picture('file', 'Picture', ['alt', 'caption', 'credit']),
        line('alt', 'Description', 'What the picture shows, for those who cannot see it'),
        paragraph('caption', 'Caption'),
        line('credit', 'Credit'),
        day('takenOn', 'Taken on'),
      ],
      { most: 60, hint: 'At most 60. The first one is the cover.' },
    ),
    source,
  ],
  'archive-item': [
    title,
    choice('type', 'Type', archiveLabels),
    number('year', 'Year'),
    paragraph('description', 'Description'),
    download('file', 'File'),
    address('url', 'Address, where there is no file'),
    source,
  ],
  call: [
    title,
    choice('subject', 'For', {
      fellow: 'Fellows',
      'associate-fellow': 'Associate fellows',
      award: 'An award',
      membership: 'Membership',
    }),
    paragraph('summary', 'Summary'),
    moment('opensAt', 'Opens', 'Indian time'),
    moment('closesAt', 'Closes', 'Indian time'),
    address('href', 'Where to apply'),
    source,
  ],
}

/** The kinds as staff call them. */
export const kindNames: Record<Kind, { one: string; many: string }> = {
  page: { one: 'page', many: 'Pages' },
  news: { one: 'news item', many: 'News' },
  'council-term': { one: 'council term', many: 'Council terms' },
  award: { one: 'award', many: 'Awards' },
  recipient: { one: 'recipient', many: 'Award recipients' },
  conference: { one: 'conference', many: 'Conferences' },
  activity: { one: 'activity', many: 'Activities' },
  newsletter: { one: 'newsletter issue', many: 'Newsletter' },
  album: { one: 'album', many: 'Albums' },
  'archive-item': { one: 'archive item', many: 'Archive' },
  call: { one: 'call', many: 'Calls' },
}

export function isKind(text: string): text is Kind {
  return Object.hasOwn(kindNames, text)
}
