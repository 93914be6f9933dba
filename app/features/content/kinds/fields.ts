import { archiveLabels } from './archive-labels.ts'
import { callParts, callStages } from './nomination-procedure.ts'
import {
  address,
  anchor,
  choice,
  clauseNumber,
  day,
  download,
  email,
  entry,
  entryType,
  group,
  line,
  lines,
  list,
  moment,
  number,
  paragraph,
  picture,
  record,
  required,
  richText,
  year,
  yesNo,
  yesNos,
  type Field,
} from './field.ts'
import type { Kind } from './kinds.ts'
import { cancelled, location, person, source, title } from './shared-fields.ts'

/**
 * The fields of each kind: nothing else declares them. Fields that the Academy has not told us are left out of an entry,
 * even the year if that is unknown.
 */

const upTo = (max: number) => ({ min: 1, max })

const declared = {
  page: [
    title,
    paragraph('lead', 'Lead', 'One or two sentences under the title'),
    line('edition', 'Edition', 'Edition of a constitution or a set of rules'),
    day('effectiveFrom', 'In force from'),
    paragraph('changeNote', 'What changed with this edition'),
    required(
      list('sections', 'Sections', 'section', [
        clauseNumber('number', 'Number', 'As printed, such as 3 or 3.1. Leave empty for a plain page.'),
        required(line('heading', 'Heading')),
        required(
          anchor('anchor', 'Anchor', 'The end of the section’s address; made from the heading when empty'),
        ),
        required(richText('body', 'Text')),
      ]),
    ),
    download('pdf', 'The same as PDF'),
    source,
  ],
  news: [
    title,
    required(day('publishedOn', 'Date', 'The date shown to readers')),
    required(paragraph('summary', 'Summary', 'Shown on the home page and in the feed')),
    richText('body', 'Text'),
    group('picture', 'Picture', [
      required(picture('file', 'Picture file', ['alt', 'credit'])),
      required(line('alt', 'Description (for people who cannot see the picture)')),
      line('credit', 'Credit'),
    ]),
    source,
  ],
  'council-term': [
    title,
    required(day('from', 'From')),
    day('to', 'To', 'Leave empty for the current term'),
    required(
      list('seats', 'Seats', 'seat', [
        required(line('office', 'Office')),
        required(line('name', 'Name')),
        line('designation', 'Designation'),
        line('institution', 'Institution'),
        email('email', 'Email', 'Visible to everyone. Enter it only with the person’s consent.'),
        picture('photo', 'Photograph'),
      ]),
    ),
    source,
  ],
  award: [
    title,
    line('shortTitle', 'Short title', 'Used in staff lists and emails, not shown on the site'),
    entryType('type', 'Type', {
      medal: 'Medal',
      research: 'Research award',
      memorial: 'Memorial award',
      young: 'Award for young scientists',
    }),
    required(paragraph('summary', 'Summary')),
    group('namedAfter', 'Named after', [required(line('name', 'Name')), paragraph('note', 'Note')]),
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
  // The parent of a recipient is its award.
  recipient: [
    required(line('title', 'Name')),
    required(year('year', 'Year')),
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
    required(choice('series', 'Series', { coniaps: 'CONIAPS', other: 'Other' })),
    entryType('scope', 'Scope', { international: 'International', national: 'National' }),
    number('number', 'Number in the series', upTo(999)),
    line('theme', 'Theme'),
    year('year', 'Year'),
    day('startsOn', 'First day'),
    day('endsOn', 'Last day'),
    line('dateNote', 'Date in words', 'If the exact days are not known, such as “spring 2024”'),
    cancelled,
    choice('mode', 'Held', { 'in-person': 'In person', online: 'Online', hybrid: 'Both' }),
    line('host', 'Host institution'),
    line('department', 'Department'),
    ...location,
    list('people', 'People', 'person', person),
    list('speakers', 'Speakers', 'speaker', [
      ...person,
      required(choice('kind', 'Kind', { plenary: 'Plenary', invited: 'Invited', keynote: 'Keynote' })),
      line('title', 'Title of the lecture'),
      paragraph('abstract', 'Abstract'),
    ]),
    list('figures', 'Statistics', 'figure', [
      required(line('label', 'What')),
      required(line('value', 'How many')),
    ]),
    list('importantDates', 'Important dates', 'date', [
      required(line('label', 'What')),
      required(day('on', 'Day')),
    ]),
    list('fees', 'Fees', 'fee', [
      required(line('category', 'For whom')),
      required(line('amount', 'Amount')),
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
    entryType('activity', 'Kind', {
      'memorial-lecture': 'Memorial lecture',
      workshop: 'Workshop',
      'online-lecture': 'Online lecture',
      'other-program': 'Other program',
    }),
    line('series', 'Series'),
    line('inMemoryOf', 'In memory of'),
    number('number', 'Number in the series', upTo(999)),
    group('speaker', 'Speaker', person),
    list('people', 'People', 'person', person),
    richText('abstract', 'Abstract'),
    year('year', 'Year'),
    moment('startsAt', 'Begins at', 'For lectures, in Indian Standard Time (IST)'),
    number('durationMinutes', 'Minutes', upTo(1440)),
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
    required(number('volume', 'Volume', upTo(999))),
    required(number('number', 'Number', upTo(99))),
    required(line('period', 'Period', 'Such as January to June 2026')),
    required(day('releasedOn', 'Released on')),
    lines('editors', 'Editors', 'One per line'),
    paragraph('summary', 'Summary'),
    required(
      list('contents', 'Contents', 'article', [
        required(line('title', 'Title', 'The address of the article is made from it')),
        number('page', 'Page', { min: 1 }, 'In the PDF'),
        line('author', 'Author'),
        paragraph('summary', 'Summary', 'One or two sentences, shown on the page of the issue'),
        richText('body', 'Text', 'An article with a text has its own page'),
      ]),
    ),
    download('pdf', 'The issue as PDF', 'We take the cover and the number of pages from the file'),
    number('pages', 'Pages', { min: 1 }),
    picture('cover', 'Cover'),
    source,
  ],
  album: [
    title,
    required(day('heldOn', 'Date')),
    paragraph('description', 'Description'),
    entry('event', 'Conference', 'conference'),
    required(
      list(
        'photos',
        'Pictures',
        'picture',
        [
          required(picture('file', 'Picture', ['alt', 'caption', 'credit', 'takenOn'])),
          required(line('alt', 'Description (for people who cannot see the picture)')),
          paragraph('caption', 'Caption'),
          line('credit', 'Credit'),
          day('takenOn', 'Taken on'),
        ],
        { items: 60, hint: 'The first one is the cover.' },
      ),
    ),
    source,
  ],
  'archive-item': [
    title,
    entryType('type', 'Type', archiveLabels),
    required(year('year', 'Year')),
    paragraph('description', 'Description'),
    download('file', 'File'),
    address('url', 'Address, if there is no file'),
    source,
  ],
  call: [
    title,
    entryType('subject', 'For', {
      fellow: 'Fellows',
      'associate-fellow': 'Associate fellows',
      award: 'An award',
      membership: 'Membership',
    }),
    entry('award', 'Award', 'award'),
    paragraph('summary', 'Summary', 'What the call is for, in one or two sentences'),
    paragraph('eligibility', 'Who may be nominated', 'For membership: who may apply'),
    paragraph('nominators', 'Who may nominate'),
    required(moment('opensAt', 'Opens', 'Indian Standard Time (IST)')),
    required(moment('closesAt', 'Closes', 'Indian Standard Time (IST)')),
    address('href', 'Where to apply', 'The address of the form. Leave it empty if there is none'),
    paragraph('howToApply', 'How to apply', 'If there is no form: what to send, and where'),
    group(
      'form',
      'Nomination form',
      [yesNo('online', 'Accept nominations online'), ...yesNos(callParts)],
      'The form always asks about the nominee, the case and the proposer. Choose what else it asks for. A nomination keeps the form it was started with. For a fellowship call without “Accept nominations online”, the form has all parts and the nomination goes through all stages.',
    ),
    group(
      'stages',
      'Stages',
      yesNos(callStages),
      'Every nomination is confirmed, checked by the office and decided. Choose what else it needs.',
    ),
    record('panel', 'Panel', 'body', 'The body that recommends whom to select. Only staff see it'),
    record('rulebook', 'Rulebook', 'rulebook', 'We check each nomination against the version in force'),
    source,
  ],
}

export type FieldOf<K extends Kind> = (typeof declared)[K][number]

export const fields: Record<Kind, Field[]> = declared

/** The field with the type of an entry, for kinds that have types. */
export function typeField(kind: Kind) {
  const isType = (field: Field): field is Extract<Field, { control: 'choice' }> =>
    field.control === 'choice' && field.isType === true
  return fields[kind].find(isType)
}
