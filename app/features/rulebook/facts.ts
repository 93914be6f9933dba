import { z } from 'zod'
import { schemaOfFields, type ValueField, type ValueOf } from './fields.ts'

/** Everything that a rule may ask about: a closed list, with the one who can say it. */

export const roles = {
  nominee: 'Nominee',
  proposer: 'Proposer',
  seconder: 'Seconder',
  elector: 'Elector',
  applicant: 'Applicant',
} as const

export type RuleRole = keyof typeof roles

/** Who is to be asked for a fact that nobody has given. */
export const factSourceNames = {
  nominee: 'the nominee',
  proposer: 'the proposer',
  seconder: 'the seconder',
  elector: 'the elector',
  applicant: 'the applicant',
  office: 'the office',
  secretary: 'the secretary of the meeting',
  tellers: 'the tellers',
} as const

export type FactSource = keyof typeof factSourceNames

type FactField = ValueField & { ask: FactSource | 'self' }

/** What can be known about one person. `self` is the person. */
const personFacts = {
  birthDay: { kind: 'day', label: 'date of birth', ask: 'self' },
  isMember: { kind: 'yes-no', label: 'is a member', ask: 'office' },
  memberSince: { kind: 'since', label: 'member without a break since', ask: 'office' },
  duesPaidOn: { kind: 'past-day', label: 'dues of the year paid on', ask: 'office' },
  grade: { kind: 'text', label: 'grade or category', ask: 'office' },
  gradeSince: { kind: 'since', label: 'holds the grade since', ask: 'office' },
  offices: { kind: 'list', label: 'offices held', ask: 'office' },
  termsServed: { kind: 'count', label: 'terms served one after another', ask: 'office' },
  lastTermEnded: { kind: 'past-day', label: 'last term ended on', ask: 'office' },
  country: { kind: 'text', label: 'country of residence', ask: 'self' },
  residentSince: { kind: 'day', label: 'resident there since', ask: 'self' },
  institution: { kind: 'text', label: 'institution', ask: 'self' },
  discipline: { kind: 'text', label: 'discipline', ask: 'self' },
  degrees: { kind: 'list', label: 'degrees', ask: 'self' },
  honours: { kind: 'list', label: 'earlier honours', ask: 'office' },
  lastRefusedOn: { kind: 'past-day', label: 'last nomination ended without election on', ask: 'office' },
} as const satisfies Record<string, FactField>

/** What can be known about the nomination, the call and the meeting. */
const caseFacts = {
  today: { kind: 'day', label: 'day of the decision', ask: 'office' },
  closingDay: { kind: 'day', label: 'last day of the call', ask: 'office' },
  receivedOn: { kind: 'day', label: 'received on', ask: 'office' },
  cycleYear: { kind: 'count', label: 'year of the cycle', ask: 'office' },
  proposedGrade: { kind: 'text', label: 'grade proposed for', ask: 'proposer' },
  byProposer: { kind: 'count', label: 'earlier nominations by the proposer in this cycle', ask: 'office' },
  bySection: { kind: 'count', label: 'others put forward by the section', ask: 'office' },
  electedThisYear: { kind: 'count', label: 'others elected this year', ask: 'office' },
  holders: { kind: 'count', label: 'people who hold the grade', ask: 'office' },
  membersInAll: { kind: 'count', label: 'number the share is taken of', ask: 'office' },
  citationWords: { kind: 'count', label: 'words of the citation', ask: 'proposer' },
  citationCharacters: { kind: 'count', label: 'characters of the citation', ask: 'proposer' },
  statementWords: { kind: 'count', label: 'words of the statement', ask: 'proposer' },
  statementCharacters: { kind: 'count', label: 'characters of the statement', ask: 'proposer' },
  analysisWords: { kind: 'count', label: 'words of the analysis', ask: 'proposer' },
  analysisCharacters: { kind: 'count', label: 'characters of the analysis', ask: 'proposer' },
  files: { kind: 'list', label: 'documents attached', ask: 'proposer' },
  publicationsListed: { kind: 'count', label: 'publications listed', ask: 'proposer' },
  papersAttached: { kind: 'count', label: 'papers attached', ask: 'proposer' },
  lettersAttached: { kind: 'count', label: 'letters of support attached', ask: 'proposer' },
  refereesNamed: { kind: 'count', label: 'referees named', ask: 'proposer' },
  supporters: { kind: 'count', label: 'people who sign, the proposer included', ask: 'proposer' },
  supportersWithKnowledge: {
    kind: 'count',
    label: 'people who sign from personal knowledge',
    ask: 'proposer',
  },
  supporterGrades: { kind: 'list', label: 'grades of the people who sign', ask: 'office' },
  supporterInstitutions: { kind: 'list', label: 'institutions of the people who sign', ask: 'proposer' },
  supporterCountries: { kind: 'list', label: 'countries of the people who sign', ask: 'proposer' },
  consents: { kind: 'yes-no', label: 'the nominee agrees', ask: 'nominee' },
  isSelfNominated: { kind: 'yes-no', label: 'the nominee is the proposer', ask: 'office' },
  feePaid: { kind: 'yes-no', label: 'the admission fee is paid', ask: 'office' },
  cyclesUsed: { kind: 'count', label: 'cycles the nomination has been in, this one included', ask: 'office' },
  noticeSentOn: { kind: 'day', label: 'notice sent on', ask: 'secretary' },
  meetingOn: { kind: 'day', label: 'day of the meeting', ask: 'secretary' },
  present: { kind: 'count', label: 'members present', ask: 'secretary' },
  members: { kind: 'count', label: 'members in all who may vote', ask: 'secretary' },
  votesFor: { kind: 'count', label: 'votes for', ask: 'tellers' },
  votesAgainst: { kind: 'count', label: 'votes against', ask: 'tellers' },
} as const satisfies Record<string, FactField>

type PersonFact = keyof typeof personFacts
type CaseFact = keyof typeof caseFacts
type PersonFactName<P extends PersonFact = PersonFact> = `${RuleRole}.${P}`

export type FactName = PersonFactName | CaseFact

/** Facts by name. One that is left out is not known. */
export type RuleFacts = { readonly [N in CaseFact]?: ValueOf<(typeof caseFacts)[N]> } & {
  readonly [P in PersonFact as PersonFactName<P>]?: ValueOf<(typeof personFacts)[P]>
}

/** What can be known about one person, by the names without the role. */
export type PersonFacts = { readonly [P in PersonFact]?: ValueOf<(typeof personFacts)[P]> | undefined }

export function isFactName(name: string): name is FactName {
  if (Object.hasOwn(caseFacts, name)) return true
  const [role = '', fact = '', ...rest] = name.split('.')
  return rest.length === 0 && Object.hasOwn(roles, role) && Object.hasOwn(personFacts, fact)
}

export function factField(name: FactName): ValueField & { ask: FactSource } {
  const [role, fact] = name.split('.') as [string, string | undefined]
  if (fact === undefined) return caseFacts[name as CaseFact]
  const field = personFacts[fact as PersonFact]
  const ask = field.ask === 'self' ? (role as RuleRole) : field.ask
  return { ...field, label: `${roles[role as RuleRole]}: ${field.label}`, ask }
}

/** Facts from a form, a file or the database. */
export const factsSchema = z.record(z.string(), z.unknown()).transform((given, context): RuleFacts => {
  const names = Object.keys(given)
  const unknown = names.find((name) => !isFactName(name))
  if (unknown !== undefined) {
    context.addIssue({ code: 'custom', message: `There is no fact “${unknown}”.` })
    return z.NEVER
  }
  const fields = Object.fromEntries(names.map((name) => [name, factField(name as FactName)]))
  const checked = schemaOfFields(fields).safeParse(given)
  if (checked.success) return checked.data
  context.addIssue({ code: 'custom', message: checked.error.issues[0]?.message ?? 'Check the facts.' })
  return z.NEVER
})
