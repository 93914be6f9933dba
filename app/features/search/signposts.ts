import { distanceWithin } from '#db/search/distance.ts'
import { soughtWords } from '#db/search/words.ts'
import { stemOf } from './related-words.ts'

/** Words of visitors that the site itself may not use, and the page that is closest to what they mean. */
const signposts: Record<string, string> = {
  '/iaps/constitution': 'quorum amendment amend clause statute bylaw byelaw governance vote voting ballot',
  '/iaps/executive-council':
    'chairman chairperson chair leadership management officer bearer treasurer governing administration team staff',
  '/iaps': 'ngo registered branch chapter founder founded origin motto logo',
  '/conferences':
    'brochure proceedings abstract poster symposium accommodation hotel delegate keynote plenary souvenir venue speaker invited',
  '/calendar': 'event schedule upcoming forthcoming agenda timetable reminder',
  '/activities/online-lectures': 'zoom webinar youtube livestream recording recorded video podcast',
  '/awards': 'scholarship grant funding stipend prize winner laureate awardee honour',
  '/membership': 'renewal renew receipt refund upi neft invoice joining discount',
  '/membership/rules': 'donate donation donor sponsor sponsorship endowment charity tier',
  '/fellowship/fellow-nomination-form': 'vitae cv biodata referee recommendation seconder proposer',
  '/fellowship/fellows': 'expert directory researcher alumni',
  '/gallery': 'photo photograph picture image slideshow wallpaper',
  '/news': 'rss atom press media announcement notification notice blog',
  '/privacy': 'cookie gdpr tracking analytics',
  '/accessibility': 'braille contrast keyboard zooming blind colour color',
  '/contact-us':
    'job vacancy career internship recruitment employment hiring volunteer complaint grievance feedback suggestion map direction hours timing helpline copyright permission disclaimer whatsapp facebook twitter linkedin instagram telegram',
  '/': 'sitemap homepage',
}

/** Where a search that leads nowhere starts again. */
export const startingPages = ['/fellowship', '/membership', '/conferences', '/activities', '/contact-us']

const shortestMistyped = 6

const words = new Map(
  Object.entries(signposts).flatMap(([page, list]) => list.split(' ').map((word) => [word, page] as const)),
)
const stems = new Map([...words].map(([word, page]) => [stemOf(word), page] as const))

/** The pages that the words of a question point to, those with most of its words first. */
export function signpostsOf(question: string): string[] {
  const pages = soughtWords(question).flatMap((word) => pageOf(word) ?? [])
  const uses = (page: string) => pages.filter((one) => one === page).length
  return [...new Set(pages)].toSorted((a, b) => uses(b) - uses(a))
}

function pageOf(word: string): string | undefined {
  const page = words.get(word) ?? stems.get(stemOf(word))
  if (page !== undefined || word.length < shortestMistyped) return page
  return [...words].find(([known]) => distanceWithin(word, known, 1) !== undefined)?.[1]
}
