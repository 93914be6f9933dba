import { archiveLabels } from './archive-labels.ts'
import { callParts, callStages } from './nomination-procedure.ts'
import {
  choice,
  day,
  download,
  entry,
  group,
  line,
  lines,
  list,
  moment,
  number,
  paragraph,
  picture,
  record,
  richText,
  yesNo,
  type Field,
} from './field.ts'
import type { Kind } from './kinds.ts'

/** The form field for each field of each kind. One form, one comparison and one list of checks read this. */

const title = line('title', 'Title')
const addressHint = 'A page of this site, such as /gallery, or an address that starts with https://'
const address = (name: string, label: string, hint = addressHint) => line(name, label, hint)

const source = group(
  'source',
  'Source',
  [
    paragraph('note', 'Where this comes from'),
    choice('confidence', 'Confidence', { high: 'High', medium: 'Medium', low: 'Low' }),
    paragraph('toConfirm', 'Still to be confirmed', 'What to ask the Academy'),
  ],
  'Only staff see this.',
)

const person = [
  line('name', 'Name'),
  line('affiliation', 'Institution'),
  line('role', 'Role', 'Such as Convener or Chief guest'),
]

const cancelled = yesNo('cancelled', 'Cancelled', 'The page remains and says “Cancelled”, as calendars do')

const locationFields = [line('city', 'City'), line('state', 'State'), line('country', 'Country')]

export const fields: Record<Kind, Field[]> = {
  page: [
    title,
    paragraph('lead', 'Lead', 'One or two sentences under the title'),
    line('edition', 'Edition', 'Edition of a constitution or a set of rules'),
    day('effectiveFrom', 'In force from'),
    paragraph('changeNote', 'What changed with this edition'),
    list('sections', 'Sections', 'section', [
      line('number', 'Number', 'As printed, such as 3 or 3.1. Leave empty for a plain page.'),
      line('heading', 'Heading'),
      line('anchor', 'Anchor', 'The end of the section’s address; made from the heading when empty'),
      richText('body', 'Text'),
    ]),
    download('pdf', 'The same as PDF'),
    source,
  ],
  news: [
    title,
    day('publishedOn', 'Date', 'The date shown to readers'),
    paragraph('summary', 'Summary', 'Shown on the home page and in the feed'),
    richText('body', 'Text'),
    group('picture', 'Picture', [
      picture('file', 'Picture file', ['alt', 'credit']),
      line('alt', 'Description (for people who cannot see the picture)'),
      line('credit', 'Credit'),
    ]),
    source,
  ],
  'council-term': [
    title,
    day('from', 'From'),
    day('to', 'To', 'Leave empty for the current term'),
    list('seats', 'Seats', 'seat', [
      line('office', 'Office'),
      line('name', 'Name'),
      line('designation', 'Designation'),
      line('institution', 'Institution'),
      line('email', 'Email', 'Visible to everyone. Enter it only with the person’s consent.'),
      picture('photo', 'Photograph'),
    ]),
    source,
  ],
  award: [
    title,
    line('shortTitle', 'Short title', 'Used in staff lists and emails, not shown on the site'),
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
    lines('subjectAreas', 'Subjects', 'One per line'),
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
    line('dateNote', 'Date in words', 'If the exact days are not known, such as “spring 2024”'),
    cancelled,
    choice('mode', 'Held', { 'in-person': 'In person', online: 'Online', hybrid: 'Both' }),
    line('host', 'Host institution'),
    line('department', 'Department'),
    ...locationFields,
    list('people', 'People', 'person', person),
    list('speakers', 'Speakers', 'speaker', [
      ...person,
      choice('kind', 'Kind', { plenary: 'Plenary', invited: 'Invited', keynote: 'Keynote' }),
      line('title', 'Title of the lecture'),
      paragraph('abstract', 'Abstract'),
    ]),
    list('figures', 'Statistics', 'figure', [line('label', 'What'), line('value', 'How many')]),
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
      'other-program': 'Other program',
    }),
    line('series', 'Series'),
    line('inMemoryOf', 'In memory of'),
    number('number', 'Number in the series'),
    group('speaker', 'Speaker', person),
    list('people', 'People', 'person', person),
    richText('abstract', 'Abstract'),
    number('year', 'Year'),
    moment('startsAt', 'Begins at', 'For lectures, in Indian Standard Time (IST)'),
    number('durationMinutes', 'Minutes'),
    day('startsOn', 'First day', 'For workshops and programs'),
    day('endsOn', 'Last day'),
    line('dateNote', 'Date in words', 'If the exact days are not known'),
    cancelled,
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
    lines('editors', 'Editors', 'One per line'),
    paragraph('summary', 'Summary'),
    list('contents', 'Contents', 'article', [
      line('title', 'Title', 'The address of the article is made from it'),
      number('page', 'Page', 'In the PDF'),
      line('author', 'Author'),
      paragraph('summary', 'Summary', 'One or two sentences, shown on the page of the issue'),
      richText('body', 'Text', 'An article with a text has its own page'),
    ]),
    download('pdf', 'The issue as PDF', 'We take the cover and the number of pages from the file'),
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
      'Pictures',
      'picture',
      [
        picture('file', 'Picture', ['alt', 'caption', 'credit', 'takenOn']),
        line('alt', 'Description (for people who cannot see the picture)'),
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
    address('url', 'Address, if there is no file'),
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
    entry('award', 'Award', 'award'),
    paragraph('summary', 'Summary', 'What the call is for, in one or two sentences'),
    paragraph('eligibility', 'Who may be nominated', 'For membership: who may apply'),
    paragraph('nominators', 'Who may nominate'),
    moment('opensAt', 'Opens', 'Indian Standard Time (IST)'),
    moment('closesAt', 'Closes', 'Indian Standard Time (IST)'),
    address('href', 'Where to apply', 'The address of the form. Leave it empty if there is none'),
    paragraph('howToApply', 'How to apply', 'If there is no form: what to send, and where'),
    group(
      'form',
      'Nomination form',
      [yesNo('online', 'Accept nominations online'), ...yesNoFields(callParts)],
      'The form always asks about the nominee, the case and the proposer. Choose what else it asks for. A nomination keeps the form it was started with. For a fellowship call without “Accept nominations online”, the form has all parts and the nomination goes through all stages.',
    ),
    group(
      'stages',
      'Stages',
      yesNoFields(callStages),
      'Every nomination is confirmed, checked by the office and decided. Choose what else it needs.',
    ),
    record('panel', 'Panel', 'body', 'The body that recommends whom to select. Only staff see it'),
    record('rulebook', 'Rulebook', 'rulebook', 'We check each nomination against the version in force'),
    source,
  ],
}

function yesNoFields(names: Record<string, string>): Field[] {
  return Object.entries(names).map(([name, label]) => yesNo(name, label))
}

/** The names of the kinds for staff. */
export const kindNames: Record<Kind, { one: string; many: string }> = {
  page: { one: 'page', many: 'Pages' },
  news: { one: 'news item', many: 'News' },
  'council-term': { one: 'council term', many: 'Council terms' },
  award: { one: 'award', many: 'Awards' },
  recipient: { one: 'recipient', many: 'Award recipients' },
  conference: { one: 'conference', many: 'Conferences' },
  activity: { one: 'activity', many: 'Activities' },
  newsletter: { one: 'newsletter issue', many: 'Newsletter issues' },
  album: { one: 'album', many: 'Albums' },
  'archive-item': { one: 'archive item', many: 'Archive items' },
  call: { one: 'call', many: 'Calls' },
}

export function isKind(text: string): text is Kind {
  return Object.hasOwn(kindNames, text)
}
