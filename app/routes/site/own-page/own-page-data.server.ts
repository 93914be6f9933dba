import { listOwnCases, type OwnReader } from '#features/cases/own-cases.server.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import { listCertificatesOf } from '#features/certificates/queries.server.ts'
import { renewableCategories } from '#features/memberships/renewable.ts'
import { moneyText } from '#features/memberships/money.ts'
import { listOwnPayments, listOwnPayRequests } from '#features/memberships/own-payments.server.ts'
import { findSubscription } from '#features/newsletter/queries.server.ts'
import { findEmailChange } from '#features/own-pages/email-change.server.ts'
import { listOwnHistory } from '#features/own-pages/history.server.ts'
import { findOrcid } from '#features/own-pages/own-changes.server.ts'
import { listOwnRequests } from '#features/own-pages/request-queries.server.ts'
import { requestStates, requestWords } from '#features/own-pages/request-words.ts'
import { findMembership } from '#features/own-pages/queries.server.ts'
import { isHelping, listHelpers } from '#features/own-pages/helpers/queries.server.ts'
import { countOwnSessions, type OwnVisit } from '#features/own-pages/sessions.server.ts'
import { fellowAddress } from '#features/people/addresses.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { categories, grades } from '#features/people/register.ts'
import type { RequestContext } from '#routes/request/begin.server.ts'
import type { PersonRecord } from '#features/people/register-queries.server.ts'
import { showUpi } from '#routes/site/forms/form-session.server.ts'

/** Everything that the own page shows, and nothing about others. */
export async function readOwnPage(db: RequestContext['db'], reader: OwnReader & OwnVisit, now: Date) {
  const { personId, email } = reader
  const person = await findRecord(db, personId)
  if (!person) throw new Error('The person of this session is not in the register.')
  const certificates = await listCertificatesOf(db, personId, now)
  return {
    name: person.name,
    helper: reader.helper && { endsAt: reader.helper.endsAt },
    helpers: reader.helper ? [] : await readHelpers(db, personId, now),
    entry: entryOf(person),
    listed: person.listed,
    hasGrade: person.grade !== null,
    publicPage: person.listed && person.grade ? fellowAddress(person) : null,
    orcid: await findOrcid(db, personId),
    newEmail: (await findEmailChange(db, reader, now)) ?? null,
    requests: (await listOwnRequests(db, personId)).map(({ proposed, state, ...request }) => ({
      ...request,
      title: requestWords[request.kind].title,
      isOpen: state === 'open',
      status: requestStates[state],
      values: Object.values(proposed).filter(Boolean).join(', '),
    })),
    contact: await findContact(db, personId),
    membership: await readMembership(db, personId),
    ...(await listOwnCases(db, caseTypeOf, reader)),
    isShared: reader.isShared,
    certificates: certificates.map(({ code, kind, number, status, issuedAt }) => ({
      ...{ code, kind, number, status, issuedAt },
    })),
    payments: await listOwnPayments(db, reader),
    fees: await readFees(db, reader),
    hasNewsletter: (await findSubscription(db, email)) !== undefined,
    devices: await countOwnSessions(db, personId, now),
    history: await listOwnHistory(db, personId),
  }
}

export type OwnPageData = Awaited<ReturnType<typeof readOwnPage>>

async function readHelpers(db: RequestContext['db'], personId: string, now: Date) {
  const helpers = await listHelpers(db, personId)
  return helpers
    .filter((helper) => isHelping(helper, now))
    .map(({ id, name, email, provedAt, endsAt }) => ({
      id,
      name,
      email,
      endsAt,
      isProved: provedAt !== null,
    }))
}

/** What is still to be paid, and how. */
async function readFees(db: RequestContext['db'], reader: OwnReader) {
  const requests = await listOwnPayRequests(db, reader)
  return requests.map(({ application, href, missing, howToPay, upi }) => ({
    ...{ application, href, howToPay },
    amount: moneyText(missing),
    upi: upi && showUpi(upi),
  }))
}

async function readMembership(db: RequestContext['db'], personId: string) {
  const { from, to, category } = await findMembership(db, personId)
  return { from, to, isRenewable: to !== null && renewableCategories.includes(category) }
}

function entryOf(person: PersonRecord) {
  return [
    { label: 'Name', value: person.name },
    { label: 'Member number', value: person.memberNo },
    { label: 'Fellow number', value: person.fellowNo },
    { label: 'Grade', value: person.grade && grades[person.grade] },
    { label: 'Category', value: categories[person.category] },
    { label: 'Year of joining', value: person.since },
    { label: 'Year of election', value: person.electedYear },
    { label: 'Discipline', value: person.discipline },
    { label: 'Specialisation', value: person.specialisation },
    { label: 'Institution', value: person.institution },
    { label: 'City', value: person.city },
    { label: 'State', value: person.state },
    { label: 'Country', value: person.country },
    { label: 'Citation', value: person.citation },
    { label: 'Web page', value: person.webPage },
  ]
}
