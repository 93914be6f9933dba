import type { StarterEntry } from '#starter/entry.ts'
import { fromOldHome, fromPress, ownWording } from './sources.ts'

/** The opening words of a page whose body is a list. */
function listPage(
  slug: string,
  title: string,
  lead: string,
  source: ReturnType<typeof fromPress>,
): StarterEntry {
  return { kind: 'page', slug, data: { title, lead, sections: [], source } }
}

const noFacts = ownWording(
  'Says only what the page holds. No facts for this list were found; they must come from the Academy.',
)

export const listPages: StarterEntry[] = [
  listPage(
    'fellows',
    'Fellows',
    'Honorary Fellows, Fellows and Associate Fellows who have agreed to be listed. Search by name, or choose a discipline, a country or a year.',
    noFacts,
  ),
  listPage(
    'members',
    'Life members and IAPS associates',
    'Life Members and Associate Members who have agreed to be listed. Search by name, or choose a discipline, a country or a year.',
    noFacts,
  ),
  listPage(
    'awards',
    'Awards',
    'The six awards of the Academy. Each has a page of its own with its recipients by year.',
    ownWording(
      'The names are those of the routes in the specification. Rules and recipients were not found.',
    ),
  ),
  listPage(
    'conferences-international',
    'International conferences',
    'CONIAPS is the Academy’s series of international conferences. The number is written in Roman or in Arabic numerals: CONIAPS XXX is the 30th conference.',
    fromPress(
      'Press reports and university pages on nos. 16, 22 and 30, see each conference. The complete list 1 to 30 must come from the Academy.',
    ),
  ),
  listPage(
    'conferences-other-international',
    'Other international conferences',
    'International seminars and conferences that the Academy holds with universities, besides the CONIAPS series.',
    fromPress('http://ayodhyasamachar.com/singleDisplayNewsWithPhoto.php?id=62713'),
  ),
  listPage(
    'conferences-other-national',
    'National conferences',
    'National conventions and conferences of the Academy.',
    fromPress('http://www.hindustanvarta.in/2021/12/blog-post_96.html'),
  ),
  listPage(
    'newsletter',
    'Newsletter',
    'Issues of the Academy’s newsletter, the latest first, each with its contents and as a PDF.',
    noFacts,
  ),
  listPage('news', 'News', 'What the Academy announces, the latest first.', noFacts),
  listPage(
    'gallery',
    'Gallery',
    'Albums of pictures from the life of the Academy, the latest first.',
    noFacts,
  ),
  listPage(
    'archive',
    'Archive',
    'Reports, minutes, circulars, former newsletters and former pages. Choose a kind or a year.',
    fromOldHome,
  ),
  listPage(
    'memorial-lectures',
    'Memorial lectures',
    'Lectures given in memory of colleagues, with speaker, title and date.',
    noFacts,
  ),
  listPage('workshop', 'Workshops', 'Workshops of the Academy, coming and past.', noFacts),
  listPage(
    'online-lectures',
    'Online lectures',
    'Lectures that can be followed from anywhere. Times are given in Indian Standard Time and, where your browser allows it, in your own.',
    noFacts,
  ),
  listPage(
    'other-programs',
    'Other programs',
    'Openings of chapters and other events of the Academy.',
    fromPress('https://nextkhabar.in/iaps-ayodhya-chappers-vice-chancellor-launches/'),
  ),
]
