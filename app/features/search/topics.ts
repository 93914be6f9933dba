import { soughtWords } from '#db/search/words.ts'
import { meaningfulWords, stemOf } from './related-words.ts'
import { hasPhrase, questionWords } from './translations.ts'

/** What people ask most. A question is about a topic if it has a word of each of its groups. */
const groups = {
  fees: [['fee', 'subscription', 'dues', 'cost', 'price', 'charge', 'pay', 'payment']],
  'associate-fellow': [
    ['become', 'elect', 'election', 'nominate', 'propose', 'eligible', 'eligibility', 'join', 'apply'],
    ['associate'],
    ['fellow', 'fellowship'],
  ],
  'self-nomination': [
    ['nominate', 'nomination', 'propose', 'apply'],
    ['myself', 'self', 'yourself'],
  ],
  fellow: [
    ['become', 'elect', 'election', 'nominate', 'propose', 'eligible', 'eligibility', 'join', 'apply'],
    ['fellow', 'fellowship'],
  ],
  member: [
    [
      ...['become', 'join', 'apply', 'application', 'enrol', 'enroll', 'register', 'eligible', 'eligibility'],
      ...['benefit', 'age', 'college', 'university', 'institution', 'institute', 'company', 'corporate'],
    ],
    ['member', 'membership', 'academy', 'iaps'],
  ],
  deadlines: [['deadline', 'closing', 'closes', 'due', 'call', 'last']],
  contact: [['contact', 'phone', 'telephone', 'email', 'address', 'write', 'reach', 'office', 'secretariat']],
  'next-conference': [
    ['next', 'upcoming', 'coming', 'future', 'forthcoming'],
    ['conference', 'coniaps', 'meeting', 'event'],
  ],
  newsletter: [['subscribe', 'unsubscribe', 'mailing', 'alert']],
  'latest-issue': [
    ['latest', 'newest', 'current', 'recent', 'new', 'last', 'download', 'pdf'],
    ['newsletter', 'issue', 'bulletin', 'magazine'],
  ],
  figures: [
    ['number', 'many', 'statistic', 'figure', 'count', 'total', 'state', 'country', 'chart', 'map'],
    ['fellow', 'fellowship'],
  ],
  history: [['history', 'timeline', 'chronicle']],
  certificate: [['certificate', 'verify', 'genuine', 'verification', 'validate', 'validation', 'fake', 'qr']],
  status: [['status', 'track', 'progress', 'tracking', 'decision', 'outcome']],
  'own-page': [['login', 'log', 'sign', 'signin', 'profile', 'account']],
  'sign-in': [['login', 'log', 'sign', 'signin', 'password', 'admin']],
  journal: [
    [
      ...['journal', 'paper', 'manuscript', 'publish', 'submit', 'author', 'reviewer'],
      ...['issn', 'impact', 'scopus', 'indexing', 'doi', 'jiaps', 'ugc'],
    ],
  ],
} satisfies Record<string, string[][]>

export type Topic = keyof typeof groups

/** Phrases that are about a topic, whatever their single words are about. */
const phrases: Partial<Record<Topic, string[]>> = {
  'own-page': [
    ...['my page', 'my profile', 'my details', 'my account', 'my address', 'my photo', 'my password'],
    ...['my membership', 'my fellowship', 'membership number', 'membership card', 'fellow number'],
    ...['member login', 'members login', 'member sign in', 'id card', 'identity card', 'proof of membership'],
    ...['change of address', 'change of email', 'change of name', 'change of phone', 'new address'],
    ...['change address', 'change email', 'change phone', 'update address', 'update email', 'update phone'],
  ],
  status: ['how long', 'reference number', 'my application', 'my nomination', 'my case'],
  journal: ['editor in chief', 'chief editor', 'call for papers'],
}

/** Words with which a question is not about the topic: the fee of a conference is not that of membership. */
const otherwise: Partial<Record<Topic, string[]>> = {
  fees: ['conference', 'coniaps', 'workshop'],
  contact: ['bearer', 'closed'],
  journal: ['award', 'prize'],
}

/** Words that change nothing about what is asked. Of others a question may have one. */
const alongside = [
  ...['member', 'membership', 'life', 'student', 'annual', 'much', 'academy', 'iaps', 'date', 'open'],
  ...['nomination', 'application', 'number', 'online', 'award', 'new', 'newsletter', 'since', 'code'],
]
const maxOtherWords = 1
const maxTopics = 2

/** The topics of a question, the closest first; at most two, so that results stay in sight. */
export function topicsOf(question: string): Topic[] {
  const words = meaningfulWords(questionWords(question)).map(stemOf)
  const byPhrase = (Object.keys(phrases) as Topic[]).filter((topic) =>
    phrases[topic]?.some((phrase) => hasPhrase(question, phrase)),
  )
  const topics = (Object.keys(groups) as Topic[]).flatMap((topic) => {
    const stems = groups[topic].map((group) => group.map(stemOf))
    const others = words.filter((word) => ![...stems.flat(), ...alongside.map(stemOf)].includes(word)).length
    const isAbout = stems.every((group) => group.some((stem) => words.includes(stem)))
    const isOther = (otherwise[topic] ?? []).map(stemOf).some((stem) => words.includes(stem))
    return isAbout && !isOther && others <= maxOtherWords ? [{ topic, others, groups: stems.length }] : []
  })
  const closest = topics.toSorted((a, b) => a.others - b.others || b.groups - a.groups)
  return [...new Set([...byPhrase, ...closest.map(({ topic }) => topic)])].slice(0, maxTopics)
}

/** Whether a question is about certain fellows, such as those of a discipline. */
export function asksForFellows(question: string): boolean {
  const words = questionWords(question)
  return words.length > 1 && words.some((word) => /^fellows?$/.test(word))
}

/** Whether a question has all words of a name. */
export function mentions(question: string, name: string): boolean {
  const words = questionWords(question)
  return soughtWords(name).every((word) => words.includes(word))
}
