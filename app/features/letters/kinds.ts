/**
 * Every letter about a case: when it goes out, its wording as delivered, and the words in braces that are filled in.
 * Administrators may change the wording; what is filled in is always plain text.
 */

export interface LetterRule {
  /** Where staff look for it. */
  group: 'Forms' | 'Nominations' | 'Memberships' | 'Enquiries' | 'Newsletter'
  /** When and to whom it is sent. */
  when: string
  subject: string
  /** Paragraphs with an empty line between them. */
  body: string
  placeholders: readonly string[]
  /** The words of its button, where it has a link. */
  action?: string
}

/** What each word in braces stands for, and how it looks in a preview. */
export const placeholderNames = {
  reference: { means: 'The reference of the case', sample: 'FN-2027-0001' },
  nominee: { means: 'The nominee', sample: 'Dr Sample Nominee' },
  proposer: { means: 'The proposer', sample: 'Prof. Sample Proposer' },
  grade: { means: 'What the nominee is proposed as', sample: 'Fellow' },
  category: { means: 'The category of membership', sample: 'Life member' },
  reason: { means: 'What the office wrote', sample: 'Please add the list of publications.' },
  due: { means: 'The day by which to answer', sample: '31 January 2027' },
  number: { means: 'The number of the fellow or member', sample: 'LM-0001' },
  validity: { means: 'How long the membership is valid', sample: 'from 1 January 2027, for life' },
  day: { means: 'A day', sample: '31 January 2027' },
  form: { means: 'The name of the form', sample: 'Nomination of a Fellow' },
  about: { means: 'The subject that the sender gave', sample: 'Dates of the conference' },
  reply: { means: 'What the office answers', sample: 'The dates stand on the page of the conference.' },
  quote: { means: 'What the sender wrote', sample: '> When does the conference begin?' },
  leave: { means: 'The address by which one leaves the list', sample: 'https://…/newsletter/leave' },
} as const

export type Placeholder = keyof typeof placeholderNames

const oneUse = 'The link is for you alone. It acts only when you press the button on the page it opens.'
const confidential = 'Nominations are confidential. Please do not speak about this one to others.'

function letters<Kinds extends string>(kinds: Record<Kinds, LetterRule>) {
  return kinds
}

export const letterKinds = letters({
  'form.resume': {
    group: 'Forms',
    when: 'To somebody who wants to go on with a form later',
    subject: 'Your form: {form}',
    body: `You asked for a link to the form “{form}” that you have begun.\n\nIt works until {day}, on any device. Whoever has it can read and change your answers, so do not pass it on.`,
    placeholders: ['form', 'day'],
    action: 'Go on with the form',
  },
  'case.status': {
    group: 'Forms',
    when: 'To somebody who asked how their case stands',
    subject: 'How {reference} stands',
    body: `Somebody, you we hope, asked how {reference} stands.\n\nThe link shows it for one day. If you did not ask, you need do nothing.`,
    placeholders: ['reference'],
    action: 'See how it stands',
  },
  'nomination.received': {
    group: 'Nominations',
    when: 'To the proposer, when a nomination has arrived',
    subject: 'Nomination received: {reference}',
    body: `We have received your nomination of {nominee} as {grade}. Its reference is {reference}.\n\nWe have written to the nominee for consent and to the seconder for remarks. Scrutiny begins when both have answered; without their answers the nomination lapses after 30 days.\n\n${confidential}`,
    placeholders: ['reference', 'nominee', 'grade'],
  },
  'nomination.consent': {
    group: 'Nominations',
    when: 'To the nominee, for consent',
    subject: 'You are proposed as {grade}',
    body: `{proposer} has proposed you for election as {grade}.\n\nWe need to know whether you are willing to stand and whether we may use your data for this purpose. Nothing is done with the nomination until you have agreed; if you do not answer within 30 days, it lapses.\n\n${oneUse}`,
    placeholders: ['proposer', 'grade'],
    action: 'Read and answer',
  },
  'nomination.second': {
    group: 'Nominations',
    when: 'To the seconder, for remarks and declaration',
    subject: 'You are named as seconder of a nomination',
    body: `{proposer} has proposed {nominee} for election as {grade} and has named you as seconder.\n\nPlease read the nomination and give your remarks and your declaration within 30 days.\n\n${oneUse} ${confidential}`,
    placeholders: ['proposer', 'nominee', 'grade'],
    action: 'Read and answer',
  },
  'nomination.reminder': {
    group: 'Nominations',
    when: 'To the nominee or the seconder who has not answered',
    subject: 'A reminder: your answer to a nomination',
    body: `We have not heard from you about the nomination of {nominee} as {grade} by {proposer}.\n\nWithout your answer it lapses on {day}. This link takes the place of the earlier one.\n\n${oneUse}`,
    placeholders: ['proposer', 'nominee', 'grade', 'day'],
    action: 'Read and answer',
  },
  'nomination.complete': {
    group: 'Nominations',
    when: 'To the proposer, when all confirmations are in',
    subject: '{reference} is complete',
    body: `The nominee has agreed and the seconder has answered. The nomination {reference} of {nominee} is now under scrutiny.`,
    placeholders: ['reference', 'nominee'],
  },
  'nomination.returned': {
    group: 'Nominations',
    when: 'To the proposer, when something is to be put right',
    subject: '{reference}: please correct the nomination',
    body: `The office asks you to put something right in the nomination {reference} of {nominee}:\n\n{reason}\n\nPlease send it again by {due}; otherwise it lapses.`,
    placeholders: ['reference', 'nominee', 'reason', 'due'],
    action: 'Correct the nomination',
  },
  'nomination.returned-seconder': {
    group: 'Nominations',
    when: 'To the seconder, when the proposer is asked to put something right',
    subject: '{reference} was returned to the proposer',
    body: `The office has asked the proposer of {nominee} to put something right by {due}:\n\n{reason}\n\nYou need do nothing.`,
    placeholders: ['reference', 'nominee', 'reason', 'due'],
  },
  'nomination.ineligible': {
    group: 'Nominations',
    when: 'To the proposer, when a nomination is closed as not eligible',
    subject: '{reference} cannot be considered',
    body: `The nomination {reference} of {nominee} does not meet the rules and has been closed:\n\n{reason}`,
    placeholders: ['reference', 'nominee', 'reason'],
  },
  'nomination.deferred': {
    group: 'Nominations',
    when: 'To the proposer, when a nomination is carried forward',
    subject: '{reference} is carried forward',
    body: `The nomination {reference} of {nominee} is carried forward to the next cycle.\n\nPlease bring it up to date when nominations open again.`,
    placeholders: ['reference', 'nominee'],
    action: 'Bring it up to date',
  },
  'nomination.elected': {
    group: 'Nominations',
    when: 'To the nominee who is elected',
    subject: 'You are elected {grade}',
    body: `We have the honour to tell you that you are elected {grade} of the Academy.\n\nPlease let us know whether you accept, and give us what we need for the certificate and the directory. Please keep this to yourself until the Academy has announced it.\n\n${oneUse}`,
    placeholders: ['grade'],
    action: 'Answer',
  },
  'nomination.elected-others': {
    group: 'Nominations',
    when: 'To the proposer and the seconder of somebody elected',
    subject: '{nominee} is elected {grade}',
    body: `{nominee}, whose nomination {reference} you supported, is elected {grade}. Please keep this to yourself until the Academy has announced it.`,
    placeholders: ['nominee', 'grade', 'reference'],
  },
  'nomination.admitted': {
    group: 'Nominations',
    when: 'To the new fellow, on admission',
    subject: 'Welcome as {grade}',
    body: `You are admitted as {grade} of the Academy. Your number is {number}.\n\nYour certificate can be fetched by the link.`,
    placeholders: ['grade', 'number'],
    action: 'Fetch the certificate',
  },
  'nomination.not-elected': {
    group: 'Nominations',
    when: 'To the proposer of somebody who is not elected',
    subject: 'The result for {reference}',
    body: `The nomination {reference} of {nominee} did not lead to election in this cycle. The Academy gives no reasons. Thank you for proposing; a new nomination is welcome.`,
    placeholders: ['reference', 'nominee'],
  },
  'nomination.closed': {
    group: 'Nominations',
    when: 'To the proposer, when a nomination was declined, withdrawn or lapsed',
    subject: '{reference} is closed',
    body: `The nomination {reference} of {nominee} is closed: {reason}.`,
    placeholders: ['reference', 'nominee', 'reason'],
  },
  'membership.verify': {
    group: 'Memberships',
    when: 'To the applicant, to confirm the address',
    subject: 'Confirm your e-mail: {reference}',
    body: `We have received your application for membership as {category}. Its reference is {reference}.\n\nPlease confirm that this address is yours. An application whose address is not confirmed lapses after 14 days.\n\n${oneUse}`,
    placeholders: ['reference', 'category'],
    action: 'Confirm the address',
  },
  'membership.received': {
    group: 'Memberships',
    when: 'To the applicant, when the address is confirmed',
    subject: 'Your application {reference}',
    body: `Thank you. Your application {reference} for membership as {category} is with the office. We write again when it is decided or when we need something.`,
    placeholders: ['reference', 'category'],
  },
  'membership.info-needed': {
    group: 'Memberships',
    when: 'To the applicant, when something is missing',
    subject: '{reference}: we need something from you',
    body: `To go on with your application {reference} we need something from you:\n\n{reason}\n\nWithout an answer it lapses after 60 days.`,
    placeholders: ['reference', 'reason'],
    action: 'Answer',
  },
  'membership.payment-found': {
    group: 'Memberships',
    when: 'To the applicant, when the payment is found',
    subject: '{reference}: your payment has arrived',
    body: `Your payment for the application {reference} has arrived. The Academy now decides on it.`,
    placeholders: ['reference'],
  },
  'membership.enrolled': {
    group: 'Memberships',
    when: 'To the new member',
    subject: 'Welcome as {category}',
    body: `You are enrolled as {category}. Your membership number is {number}; it is valid {validity}.\n\nYour certificate can be fetched by the link.`,
    placeholders: ['category', 'number', 'validity'],
    action: 'Fetch the certificate',
  },
  'membership.declined': {
    group: 'Memberships',
    when: 'To an applicant who is declined',
    subject: 'The result for {reference}',
    body: `The Academy could not approve your application {reference}.\n\n{reason}\n\nIf you have paid already, the office writes to you about it.`,
    placeholders: ['reference', 'reason'],
  },
  'membership.closed': {
    group: 'Memberships',
    when: 'To the applicant, when an application was withdrawn or lapsed',
    subject: '{reference} is closed',
    body: `Your application {reference} is closed: {reason}. You may apply again at any time.`,
    placeholders: ['reference', 'reason'],
  },
  'enquiry.received': {
    group: 'Enquiries',
    when: 'To somebody who wrote to the office, at most one a day',
    subject: 'We have your message: {reference}',
    body: `Thank you for writing to us. Your message has the reference {reference}. The office reads it and answers by e-mail.\n\nIf you did not write to us, somebody else gave your address. You need do nothing.`,
    placeholders: ['reference'],
  },
  'enquiry.reply': {
    group: 'Enquiries',
    when: 'To somebody who wrote to the office, with the answer',
    subject: '{reference}: {about}',
    body: `{reply}\n\nYou wrote to us ({reference}):\n\n{quote}`,
    placeholders: ['reference', 'about', 'reply', 'quote'],
  },
  'newsletter.confirm': {
    group: 'Newsletter',
    when: 'To an address for which somebody asked for the newsletter, at most one a day',
    subject: 'Do you want our newsletter?',
    body: `Somebody, you we hope, asked us to send the newsletter to this address.\n\nWe do so only after you have confirmed it. The link works for seven days. If you did not ask, you need do nothing: you will not get it.\n\nTo be taken off the list at any time: {leave}`,
    placeholders: ['leave'],
    action: 'Yes, send me the newsletter',
  },
  'newsletter.joined': {
    group: 'Newsletter',
    when: 'To an applicant for membership who asked for the newsletter, when the address is confirmed',
    subject: 'You will get our newsletter',
    body: `As you asked in your application for membership, we send you the newsletter to this address.\n\nTo be taken off the list at any time: {leave}`,
    placeholders: ['leave'],
  },
})

export type LetterKind = keyof typeof letterKinds
