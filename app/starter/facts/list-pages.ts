import type { StarterEntry } from '#starter/entry.ts'
import { fromOldHome, fromPress, ownWording } from './sources.ts'

/** The introduction of a page whose body is a list. */
function listPage(
  slug: string,
  title: string,
  lead: string,
  source: ReturnType<typeof fromPress>,
): StarterEntry {
  return { kind: 'page', slug, data: { title, lead, sections: [], source } }
}

const noFacts = ownWording(
  'Written for this website; the Academy has not checked it. We found no facts for this list; please add them.',
)

export const listPages: StarterEntry[] = [
  listPage(
    'fellows',
    'Fellows',
    'Honorary Fellows, Fellows and Associate Fellows who have agreed to be listed. Search by name, or filter by discipline, country or year.',
    noFacts,
  ),
  listPage(
    'members',
    'Life Members or IAPS Associates',
    'Life Members and Associate Members who have agreed to be listed. Search by name, or filter by discipline, country or year.',
    noFacts,
  ),
  listPage(
    'awards',
    'Awards',
    'The six awards of the Academy. Each has its own page with all recipients by year.',
    ownWording(
      'Written for this website; the Academy has not checked it. The awards are named as in the menu. We found no rules and no recipients.',
    ),
  ),
  listPage(
    'conferences',
    'Conferences',
    'The Academy’s international conferences, CONIAPS, and its other international and national conferences.',
    ownWording('Written for this website; the Academy has not checked it.'),
  ),
  listPage(
    'membership',
    'Membership',
    'Who can join the Academy, how to apply, and who its Life Members and Associates are.',
    ownWording('Written for this website; the Academy has not checked it. The fees are in the settings.'),
  ),
  listPage(
    'activities',
    'Activities',
    'Memorial lectures, workshops, online lectures and other programs of the Academy.',
    ownWording('Written for this website; the Academy has not checked it.'),
  ),
  listPage(
    'conferences-international',
    'International Conference',
    'CONIAPS is the Academy’s series of international conferences. Conferences are numbered in Roman or Arabic numerals: CONIAPS XXX is the 30th conference.',
    fromPress(
      'Press reports and university pages on nos. 16, 22 and 30, see each conference. The complete list 1 to 30 must come from the Academy.',
    ),
  ),
  listPage(
    'conferences-other-international',
    'Other IAPS Conference: International',
    'International seminars and conferences that the Academy holds with universities, in addition to the CONIAPS series.',
    fromPress('http://ayodhyasamachar.com/singleDisplayNewsWithPhoto.php?id=62713'),
  ),
  listPage(
    'conferences-other-national',
    'Other IAPS Conference: National',
    'National conventions and conferences of the Academy.',
    fromPress('http://www.hindustanvarta.in/2021/12/blog-post_96.html'),
  ),
  listPage(
    'newsletter',
    'Newsletter',
    'All issues of the Academy’s newsletter, newest first, with their contents and a PDF to read.',
    noFacts,
  ),
  listPage('news', 'News', 'Announcements of the Academy, newest first.', noFacts),
  listPage(
    'calendar',
    'Calendar',
    'Conferences, lectures, workshops, calls and deadlines of the Academy. Times are in Indian Standard Time (IST).',
    ownWording('Written for this website; the Academy has not checked it.'),
  ),
  listPage('gallery', 'Gallery', 'Photo albums of the Academy’s events, newest first.', noFacts),
  listPage(
    'archive',
    'Archive',
    'Reports, minutes, circulars, old newsletters and old pages. Filter by type or year.',
    fromOldHome,
  ),
  listPage('memorial-lectures', 'IAPS Memorial Lectures', 'Lectures in memory of colleagues.', noFacts),
  listPage('workshop', 'IAPS Workshop', 'Upcoming and past workshops of the Academy.', noFacts),
  listPage(
    'online-lectures',
    'Online Lectures',
    'Lectures you can follow from anywhere. Times are in Indian Standard Time (IST).',
    noFacts,
  ),
  listPage(
    'other-programs',
    'Other Programs',
    'Chapter openings and other events of the Academy.',
    fromPress('https://nextkhabar.in/iaps-ayodhya-chappers-vice-chancellor-launches/'),
  ),
]
