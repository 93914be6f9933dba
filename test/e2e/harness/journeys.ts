import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { makeSamplePdf } from '#starter/newsletter-pdf.ts'
import { fillIn, type EditorAnswers } from './writing.ts'

/** What is written for each kind, and where a visitor reads it. */

const folder = mkdtempSync(join(tmpdir(), 'journeys-'))
const issue = join(folder, 'Sample issue.pdf')
const brochure = join(folder, 'Sample brochure.pdf')
const portrait = join(folder, 'portrait.png')
const hall = join(folder, 'hall.png')
const meadow = join(folder, 'meadow.png')

writeFileSync(issue, await samplePdf('Sample issue', 3))
writeFileSync(brochure, await samplePdf('Sample brochure', 1))
writeFileSync(portrait, await samplePicture(300, 400, 'teal'))
writeFileSync(hall, await samplePicture(800, 500, 'brown'))
writeFileSync(meadow, await samplePicture(640, 480, 'green'))

export interface Journey {
  kind: Kind
  what: string
  begin: Record<string, string>
  answers: EditorAnswers
  /** What labels and values cannot express. */
  write?: (editor: Page) => Promise<void>
  /** What a visitor reads at each address. */
  read: Record<string, (string | RegExp)[]>
  /** More that a visitor sees at the first address. */
  see?: (visitor: Page) => Promise<void>
  feeds?: string[]
}

export const journeys: Journey[] = [
  {
    kind: 'page',
    what: 'a document page with numbered sections',
    begin: { Title: 'Sample rules of the library' },
    answers: {
      Lead: 'What readers may expect.',
      Edition: 'Second edition',
      'In force from': '2026-04-01',
      'What changed with this edition': 'The hours are longer.',
      Sections: [
        { Number: '1', Heading: 'Opening hours', Text: 'From nine to five.' },
        { Number: '2', Heading: 'Lending', Text: 'Four books at a time.' },
      ],
      'The same as PDF': { files: [brochure] },
    },
    read: {
      '/pages/sample-rules-of-the-library': [
        'What readers may expect.',
        'Second edition, in force from 1 April 2026',
        'The hours are longer.',
        '1. Opening hours',
        'From nine to five.',
        '2. Lending',
        'Read this text as a document',
      ],
    },
    see: async (visitor) => {
      await visitor.locator('h2#lending').waitFor()
    },
  },
  {
    kind: 'news',
    what: 'a news item with a picture',
    begin: { Title: 'A sample lamp for the hall' },
    answers: {
      Date: '2026-11-10',
      Summary: 'The hall has light again.',
      Text: 'It burns from dusk to dawn.',
      'Picture file': { files: [hall] },
      'Description (for people who cannot see the picture)': 'A hall of brown light',
      Credit: 'Sample photographer',
    },
    read: {
      '/news/a-sample-lamp-for-the-hall': [
        '10 November 2026',
        'It burns from dusk to dawn.',
        'Sample photographer',
      ],
      '/news': ['A sample lamp for the hall', 'The hall has light again.'],
      '/': ['A sample lamp for the hall'],
    },
    see: async (visitor) => {
      await visitor.getByRole('main').getByRole('img', { name: 'A hall of brown light' }).waitFor()
    },
    feeds: ['/news/feed.atom', '/feed.atom'],
  },
  {
    kind: 'council-term',
    what: 'a council term with its seats',
    begin: { Title: 'Sample council 2026' },
    answers: {
      From: '2026-01-01',
      Seats: [
        {
          Office: 'President',
          Name: 'Sample Asha Verma',
          Designation: 'Professor',
          Institution: 'Sample University',
          Email: 'president@example.org',
          Photograph: { files: [portrait] },
        },
        { Office: 'Treasurer', Name: 'Sample Ravi Nair' },
      ],
    },
    read: {
      '/iaps/executive-council': [
        'Sample council 2026',
        'Sample Asha Verma',
        'Professor, Sample University',
        'president@example.org',
        'Treasurer',
        'Sample Ravi Nair',
      ],
    },
    see: async (visitor) => {
      await visitor.locator('#sample-council-2026 img').waitFor()
    },
  },
  {
    kind: 'award',
    what: 'an award',
    begin: { Title: 'Sample Prize for Optics' },
    answers: {
      'Short title': 'Optics',
      Type: 'Medal',
      Summary: 'For work on light.',
      Name: 'Sample Lady of the Lamp',
      Purpose: 'To honour clear sight.',
      Eligibility: 'Everybody who sees.',
      'How often': 'Every second year',
      Prize: 'A lens of glass',
      Subjects: 'Optics\nVision',
      'Call as PDF': { files: [brochure] },
    },
    read: {
      '/awards/sample-prize-for-optics': [
        'For work on light.',
        'Sample Lady of the Lamp',
        'To honour clear sight.',
        'Everybody who sees.',
        'Every second year',
        'A lens of glass',
        'Optics, Vision',
        'Call for nominations',
      ],
      '/awards': ['Sample Prize for Optics'],
    },
  },
  {
    kind: 'recipient',
    what: 'a recipient of that award',
    begin: { Award: 'Sample Prize for Optics', Name: 'Sample Mira Das' },
    answers: {
      Year: '2025',
      Institution: 'Sample Institute',
      Country: 'India',
      Discipline: 'Physics',
      Citation: 'For a lens without faults.',
      'Title of the lecture': 'Seeing far',
      'Shared with others': 'Yes',
      Photograph: { files: [portrait] },
    },
    read: {
      '/awards/sample-prize-for-optics': [
        'Sample Mira Das',
        '2025, shared',
        'Sample Institute · India · Physics',
        'For a lens without faults.',
        'Award lecture: Seeing far',
      ],
    },
    see: async (visitor) => {
      await visitor.getByRole('main').locator('img').waitFor()
    },
  },
  {
    kind: 'conference',
    what: 'a conference with people, figures, dates, fees and files',
    begin: { Title: 'Sample meeting on spectra' },
    answers: {
      Series: 'CONIAPS',
      Scope: 'International',
      'Number in the series': '41',
      Theme: 'Lines and bands',
      Year: '2027',
      'First day': '2027-02-03',
      'Last day': '2027-02-05',
      Held: 'Both',
      'Host institution': 'Sample University',
      City: 'Prayagraj',
      Country: 'India',
      People: [{ Name: 'Sample Convener Rao', Institution: 'Sample University', Role: 'Convener' }],
      Speakers: [{ Name: 'Sample Speaker Sen', Kind: 'Plenary', 'Title of the lecture': 'On lines' }],
      Statistics: [
        { What: 'Participants', 'How many': '214' },
        { What: 'Countries', 'How many': '19' },
      ],
      'Important dates': [{ What: 'Abstracts', Day: '2026-12-01' }],
      Fees: [
        { 'For whom': 'Members', Amount: 'INR 3,000', Note: 'Until December' },
        { 'For whom': 'Members', Amount: 'INR 4,000', Note: 'From January' },
      ],
      Report: 'It will be told here.',
      Website: 'https://conference.example.org/',
      Brochure: { files: [brochure] },
    },
    read: {
      '/conferences/sample-meeting-on-spectra': [
        'Lines and bands',
        '3 to 5 February 2027',
        'In person and online',
        'Sample Convener Rao',
        'Sample Speaker Sen',
        'Plenary lecture',
        'On lines',
        '214',
        'Abstracts',
        '1 December 2026',
        'INR 3,000',
        'INR 4,000',
        'It will be told here.',
        'Conference website',
        'Add to your calendar',
      ],
      '/conferences/international': ['Sample meeting on spectra'],
    },
    feeds: ['/conferences/feed.atom', '/feed.atom'],
  },
  ...activityJourneys(),
  {
    kind: 'newsletter',
    what: 'a newsletter whose cover and page count come from its PDF',
    begin: { Title: 'Sample Newsletter 99' },
    answers: {
      Volume: '99',
      Number: '1',
      Period: 'January to June 2027',
      'Released on': '2026-11-01',
      Editors: 'Sample Editor One\nSample Editor Two',
      Summary: 'What happened in the half-year.',
      Contents: [{ Title: 'A word from the editor', Page: '2', Author: 'Sample Editor One' }],
      'The issue as PDF': { files: [issue] },
    },
    write: async (editor) => {
      await editor.getByText('We took the cover and the number of pages from the file.').waitFor()
      expect(await editor.getByRole('spinbutton', { name: 'Pages' }).inputValue()).toBe('4')
    },
    read: {
      '/newsletter/sample-newsletter-99': [
        'Volume 99, number 1',
        'Sample Editor One, Sample Editor Two',
        'A word from the editor',
        /Pages\s+4/,
        'The whole issue',
      ],
      '/newsletter': ['Sample Newsletter 99'],
    },
    see: async (visitor) => {
      await visitor.getByRole('main').locator('img').waitFor()
    },
    feeds: ['/newsletter/feed.atom', '/feed.atom'],
  },
  {
    kind: 'album',
    what: 'an album with several pictures',
    begin: { Title: 'Sample album of colours' },
    answers: {
      Date: '2026-10-01',
      Description: 'Teal and brown.',
      Conference: 'Sample meeting on spectra',
      Pictures: { several: [portrait, hall, meadow] },
    },
    write: async (editor) => {
      const photo = (number: number) =>
        editor
          .getByRole('group', { name: 'Pictures' })
          .locator('> ol > li')
          .nth(number - 1)
      // The first two were already described in the library, or are described here.
      for (const [index, words] of ['A teal plane', 'A brown plane', 'A green plane'].entries())
        await fillIn(photo(index + 1), {
          'Description (for people who cannot see the picture)': words,
          Credit: 'Sample',
        })
      await editor.getByRole('button', { name: 'Move Picture 3 up' }).click()
      expect(await photo(2).getByLabel('Description').inputValue()).toBe('A green plane')
    },
    read: {
      '/gallery/sample-album-of-colours': ['Teal and brown.', '3 pictures', 'Sample meeting on spectra'],
      '/gallery/sample-album-of-colours/2': ['Sample'],
      '/gallery': ['Sample album of colours'],
    },
    see: async (visitor) => {
      const pictures = visitor.getByRole('main').getByRole('img')
      expect(await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt))).toEqual([
        'A teal plane',
        'A green plane',
        'A brown plane',
      ])
    },
    feeds: ['/feed.atom'],
  },
  {
    kind: 'archive-item',
    what: 'an archive item with a file',
    begin: { Title: 'Sample minutes of the first meeting' },
    answers: {
      Type: 'Minutes',
      Year: '1996',
      Description: 'Two pages, typed.',
      File: { files: [brochure] },
    },
    read: {
      '/archive': ['Sample minutes of the first meeting', 'Two pages, typed.'],
      '/archive?year=1996': ['Read “Sample minutes of the first meeting”'],
    },
  },
  {
    kind: 'call',
    what: 'a call',
    begin: { Title: 'Sample call for optics' },
    answers: {
      For: 'An award',
      Award: 'Sample Prize for Optics',
      Summary: 'Name somebody who sees clearly.',
      'Who may be nominated': 'Opticians of any age.',
      'Who may nominate': 'Two members together.',
      Opens: '2026-01-01T09:00',
      Closes: '2099-12-31T18:00',
      'How to apply': 'Write to the office.',
    },
    read: {
      '/': ['Sample call for optics', 'Name somebody who sees clearly.', '31 December 2099'],
      '/awards/sample-prize-for-optics': [
        'Opticians of any age.',
        'Two members together.',
        'Write to the office.',
        'Open until 31 December 2099',
      ],
      '/calendar': ['Call closes: Sample call for optics'],
    },
    feeds: ['/feed.atom'],
  },
]

function activityJourneys(): Journey[] {
  const kinds = [
    ['Memorial lecture', 'iaps-memorial-lectures', { 'In memory of': 'Sample Elder' }, 'Sample Elder'],
    [
      'Workshop',
      'iaps-workshop',
      { 'First day': '2027-03-01', 'Last day': '2027-03-03' },
      '1 to 3 March 2027',
    ],
    ['Online lecture', 'online-lectures', { Platform: 'Sample Meet', Minutes: '45' }, '45 minutes'],
    ['Other program', 'other-programs', { 'For whom': 'Schools' }, 'Schools'],
  ] as const
  return kinds.map(([name, list, own, shown]): Journey => {
    const title = `Sample ${name.toLowerCase()} on colour`
    const isLecture = name.includes('lecture')
    return {
      kind: 'activity',
      what: `an activity, ${name.toLowerCase()}`,
      begin: { Title: title },
      answers: {
        Kind: name,
        Abstract: `About the ${name.toLowerCase()}.`,
        Year: '2027',
        ...(isLecture && { Name: 'Sample Speaker Bose', 'Begins at': '2027-01-15T17:00' }),
        ...own,
        People: [{ Name: 'Sample Helper', Role: 'Coordinator' }],
        'Host institution': 'Sample College',
      },
      read: {
        [`/activities/${title.toLowerCase().replaceAll(' ', '-')}`]: [
          `About the ${name.toLowerCase()}.`,
          'Sample College',
          'Sample Helper',
          shown,
          ...(isLecture ? ['Sample Speaker Bose', '15 January 2027'] : []),
        ],
        [`/activities/${list}`]: [title],
      },
      feeds: ['/activities/feed.atom'],
    }
  })
}

function samplePdf(title: string, count: number) {
  const sections = Array.from({ length: count }, (_, index) => ({
    heading: `Part ${index + 1}`,
    text: ['Sample.'],
  }))
  return makeSamplePdf({ title, sections })
}

function samplePicture(width: number, height: number, background: string) {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}
