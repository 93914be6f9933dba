import { distanceWithin } from '#db/search/distance.ts'
import { stemOf } from './related-words.ts'
import { hasPhrase, questionWords } from './translations.ts'

/** Words of visitors that the site itself may not use, and the page that is closest to what they mean. */
const signposts: Record<string, string> = {
  '/iaps/constitution': 'quorum amendment amend clause statute bylaw byelaw governance vote voting ballot',
  '/iaps/executive-council':
    'chairman chairperson chair leadership management officer bearer treasurer governing administration team staff',
  '/iaps': 'ngo registered branch chapter founder founded origin motto',
  '/conferences':
    'brochure proceedings abstract poster symposium accommodation hotel delegate keynote plenary souvenir venue speaker invited',
  '/calendar': 'event schedule upcoming forthcoming agenda timetable reminder',
  '/activities/iaps-workshop': 'hackathon bootcamp training traineeship',
  '/activities/other-programs': 'olympiad quiz outreach exhibition',
  '/activities/online-lectures': 'zoom webinar youtube livestream recording recorded video podcast',
  '/awards': 'scholarship grant funding stipend prize winner laureate awardee honour',
  '/fellowship': 'fiaps emeritus retired superannuated frsc frs',
  '/membership':
    'miaps retired emeritus renewal renew receipt refund upi neft bank ifsc invoice joining discount',
  '/membership/rules': 'donate donation donor sponsor sponsorship endowment charity tier',
  '/fellowship/fellow-nomination-form': 'vitae cv biodata referee recommendation seconder proposer',
  '/fellowship/fellows': 'expert directory researcher alumni obituary deceased condolence',
  '/gallery': 'photo photograph picture image slideshow wallpaper',
  '/news': 'rss atom press media announcement notification notice blog holiday vacation',
  '/privacy': 'cookie gdpr tracking analytics',
  '/accessibility': 'braille contrast keyboard zooming blind colour color',
  '/contact-us':
    'job vacancy career internship recruitment employment hiring volunteer complaint grievance feedback suggestion map direction hours timing helpline copyright permission disclaimer whatsapp facebook twitter linkedin instagram telegram visa appeal ombudsman rti journalist interview spokesperson logo emblem press cancel cancellation resign resignation',
  '/': 'sitemap homepage org',
}

/** The same for words that mean something else apart. */
const phrases: Record<string, string[]> = {
  '/privacy': ['terms and conditions', 'terms of use', 'terms of service', 'legal notice', 'cookie policy'],
  '/fellowship/rules#election-of-fellows': ['fellowship rules', 'rules of fellowship', 'rules for fellows'],
  '/membership/rules': ['terms and conditions', 'code of conduct'],
  '/activities/iaps-workshop': ['summer school', 'winter school', 'short course'],
  '/conferences': [
    ...['call for papers', 'call for abstracts', 'conference fee', 'conference fees', 'registration fee'],
  ],
  '/newsletter': ['news letter', 'back issues', 'past issues', 'old issues'],
  '/membership/life-members-or-iaps-associates': [
    'how many members',
    'number of members',
    'member directory',
  ],
  '/awards': ['best paper', 'best thesis', 'best poster', 'travel grant'],
  '/iaps': ['about us', 'key facts', 'full form', 'full name'],
  '/accessibility': ['dark mode', 'large text'],
  '/fellowship/fellows': ['in memoriam'],
  '/contact-us': [
    ...['press kit', 'media kit', 'not received', 'did not get', 'did not receive', 'no email'],
    ...['link expired', 'expired link', 'broken link', 'not working', 'report a mistake', 'report a problem'],
  ],
}

/** Places have no pages of their own, but fellows live there and conferences were held there. */
const pagesOfLocations = ['/fellowship/fellows', '/conferences']
const locations = new Set(
  `agra ahmedabad aligarh allahabad amritsar aurangabad ayodhya bangalore bengaluru bareilly bhopal bhubaneswar bombay
  calcutta chandigarh chennai coimbatore cuttack dehradun delhi dhanbad gandhinagar gorakhpur guwahati gwalior hyderabad
  imphal indore jaipur jammu jamshedpur jhansi jodhpur kanpur kharagpur kochi kolkata kozhikode kurukshetra lucknow
  ludhiana madras madurai mangalore meerut mumbai mysore mysuru nagpur nashik noida patna pilani puducherry pune raipur
  rajkot ranchi roorkee rourkela shillong shimla silchar srinagar surat surathkal thiruvananthapuram tirupati trichy
  udaipur ujjain vadodara varanasi vellore vijayawada visakhapatnam warangal
  arunachal assam bihar chhattisgarh goa gujarat haryana himachal jharkhand karnataka kashmir kerala ladakh maharashtra
  manipur meghalaya mizoram nagaland odisha punjab rajasthan sikkim telangana tripura uttarakhand
  australia bangladesh bhutan brazil canada china egypt france germany indonesia iran italy japan kenya malaysia mauritius
  nepal netherlands nigeria oman pakistan poland portugal russia singapore spain sweden switzerland thailand turkey
  ukraine vietnam`.split(/\s+/),
)

/** Where a search that leads nowhere starts again. */
export const startingPages = ['/fellowship', '/membership', '/conferences', '/activities', '/contact-us']

const shortestMistyped = 6

const words = pagesByWord((word) => word)
const stems = pagesByWord(stemOf)

/** A word may point to several pages. */
function pagesByWord(keyOf: (word: string) => string) {
  const pages = new Map<string, string[]>()
  for (const [page, list] of Object.entries(signposts))
    for (const word of list.split(' ')) pages.set(keyOf(word), [...(pages.get(keyOf(word)) ?? []), page])
  return pages
}

/** The pages that the words of a question point to, those with most of its words first. */
export function signpostsOf(question: string): string[] {
  const whole = Object.keys(phrases).filter((page) =>
    phrases[page]?.some((phrase) => hasPhrase(question, phrase)),
  )
  const pages = questionWords(question).flatMap(pagesOf)
  const uses = (page: string) => pages.filter((one) => one === page).length
  return [...new Set([...whole, ...pages.toSorted((a, b) => uses(b) - uses(a))])]
}

/** The pages for a place that no page mentions. */
export function pagesForLocation(question: string): string[] {
  return questionWords(question).some((word) => locations.has(word)) ? pagesOfLocations : []
}

function pagesOf(word: string): string[] {
  const pages = words.get(word) ?? stems.get(stemOf(word))
  if (pages !== undefined || word.length < shortestMistyped) return pages ?? []
  return [...words].find(([known]) => distanceWithin(word, known, 1) !== undefined)?.[1] ?? []
}
