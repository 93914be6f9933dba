import { placeholder, type Letters } from '#features/letters/definition.ts'
import { day, number, oneUse, other, reason, reference } from '#features/letters/shared.ts'

export const nominee = placeholder('nominee', 'The nominee', 'Dr Sample Nominee')
const grade = placeholder('grade', 'The grade of the nomination', 'Fellow')
export const proposer = placeholder('proposer', 'The proposer', 'Prof. Sample Proposer')
const due = placeholder('due', 'The last day to answer', '31 January 2027')
const declined = placeholder('declined', 'What the seconder answered', 'has declined')
export const announced = placeholder(
  'announced',
  'When the election stops being confidential',
  'the Academy has announced it, not before 1 February 2027',
)

const again = placeholder(
  'again',
  'How to start again; empty if the nominee has declined',
  'To submit it again, open “Track an application” on our site: there you can start a new form with the same answers.',
)

export const message = placeholder(
  'message',
  'The message from the office; often empty',
  'You have told us that you no longer wish to be admitted.',
)

export const confidential = 'Nominations are confidential. Please do not talk about this one to others.'

export const nominationLetters = {
  received: {
    key: 'nomination.received',
    when: 'To the proposer, to confirm a new nomination',
    subject: 'Please confirm your nomination: {reference}',
    body: `We have received a nomination for election as {grade} in your name. Its reference is {reference}.\n\nPlease open the link, read it and confirm that it is yours. If you did not submit it, you can ignore this email: the nomination will lapse after 30 days and will not count as one of yours. Until you confirm it, we email nobody else about it.\n\nWhen you have confirmed it, we will ask the nominee for consent. When the nominee has agreed, we will ask the seconder, if you named one, for remarks. Each of you has 30 days to answer. Without an answer, the nomination will lapse.\n\n${oneUse} ${confidential}`,
    unasked: true,
    placeholders: [reference, grade],
    action: 'Confirm the nomination',
    asks: ['verify'],
  },
  consent: {
    key: 'nomination.consent',
    when: 'To the nominee, for consent',
    subject: 'You have been nominated as {grade}',
    body: `{proposer} has proposed you for election as {grade}.\n\nPlease read what the nomination says about you. Then tell us whether you are willing to stand for election and whether we may use your data for this, or what must be corrected first. We will not show the nomination to the seconder or consider it until you agree. If you do not answer within 30 days, it will lapse.\n\n{other}\n\n${oneUse}`,
    unasked: true,
    placeholders: [proposer, grade, other],
    action: 'Read and answer',
    asks: ['consent'],
  },
  second: {
    key: 'nomination.second',
    when: 'To the seconder, for remarks and declaration',
    subject: 'Please second a nomination',
    body: `{proposer} has proposed {nominee} for election as {grade} and has named you as seconder. The nominee has agreed to the nomination.\n\nPlease read the nomination and submit your remarks and your declaration within 30 days. If you cannot second it, please say so on the same page.\n\n{other}\n\n${oneUse} ${confidential}`,
    unasked: true,
    placeholders: [proposer, nominee, grade, other],
    action: 'Read and answer',
    asks: ['second'],
  },
  seconderDeclined: {
    key: 'nomination.seconder-declined',
    when: 'To the proposer, when the seconder does not second the nomination',
    subject: '{reference}: please name another seconder',
    body: `The person you named as seconder in the nomination {reference} of {nominee} {declined}.\n\nPlease open the form with this link, name another seconder and submit it again by {due}. Otherwise the nomination will lapse.`,
    unasked: true,
    placeholders: [reference, nominee, declined, due],
    action: 'Name another seconder',
    asks: ['correct'],
  },
  nomineeCorrects: {
    key: 'nomination.nominee-corrects',
    when: 'To the proposer, when the nominee asks for corrections',
    subject: '{reference}: the nominee asks you to correct something',
    body: `The nominee has read the nomination {reference} and asks you to correct something before agreeing to it.\n\nPlease open this link to read what the nominee wrote. Then correct the form and submit it again by {due}. Otherwise the nomination will lapse.`,
    placeholders: [reference, due],
    action: 'Read and correct',
    asks: ['correct'],
  },
  reminder: {
    key: 'nomination.reminder',
    when: 'To the nominee or the seconder who has not answered',
    subject: 'Reminder: please answer a nomination',
    body: `{proposer} has nominated {nominee} as {grade}, and we are waiting for your answer.\n\nWithout your answer, the nomination will lapse on {day}. This link replaces the earlier one.\n\n${oneUse}`,
    unasked: true,
    placeholders: [proposer, nominee, grade, day],
    action: 'Read and answer',
    asks: ['consent', 'second'],
  },
  complete: {
    key: 'nomination.complete',
    when: 'To the proposer, when everyone has confirmed',
    subject: '{reference} is complete',
    body: `The nominee has agreed, and everyone we emailed has answered. The nomination {reference} of {nominee} is now under scrutiny.`,
    placeholders: [reference, nominee],
  },
  returned: {
    key: 'nomination.returned',
    when: 'To the proposer, when something needs correcting',
    subject: '{reference}: please correct the nomination',
    body: `Please correct the nomination {reference} of {nominee}:\n\n{reason}\n\nPlease submit it again by {due}. Otherwise it will lapse.`,
    placeholders: [reference, nominee, reason, due],
    action: 'Correct the nomination',
  },
  correctReminder: {
    key: 'nomination.correct-reminder',
    when: 'To the proposer who has not corrected the nomination yet',
    subject: 'Reminder: please correct {reference}',
    body: `The nomination {reference} of {nominee} is waiting for your correction.\n\nPlease open this link to read what needs correcting. Then correct the form and submit it again by {day}. Otherwise the nomination will lapse. This link replaces the earlier one.`,
    placeholders: [reference, nominee, day],
    action: 'Read and correct',
    asks: ['correct'],
  },
  renewReminder: {
    key: 'nomination.renew-reminder',
    when: 'To the proposer who has not updated a nomination that was carried forward',
    subject: 'Reminder: please update {reference}',
    body: `The nomination {reference} of {nominee} was carried forward and is waiting for your update.\n\nPlease update it by {day}. Otherwise it will lapse. This link replaces the earlier one.`,
    placeholders: [reference, nominee, day],
    action: 'Update the nomination',
  },
  returnedSeconder: {
    key: 'nomination.returned-seconder',
    when: 'To the seconder, when the proposer has to correct something',
    subject: '{reference} was returned for correction',
    body: `We have asked the proposer of {nominee} to correct the nomination by {due}:\n\n{reason}\n\nYou do not need to do anything.`,
    placeholders: [reference, nominee, reason, due],
  },
  ineligible: {
    key: 'nomination.ineligible',
    when: 'To the proposer, when a nomination is closed as not eligible',
    subject: '{reference} cannot be considered',
    body: `The nomination {reference} of {nominee} does not meet the rules, so we have closed it:\n\n{reason}`,
    placeholders: [reference, nominee, reason],
  },
  deferred: {
    key: 'nomination.deferred',
    when: 'To the proposer, when a nomination is carried forward',
    subject: '{reference} has been carried forward',
    body: `The nomination {reference} of {nominee} has been carried forward to the next cycle.\n\nPlease update it when nominations open again.`,
    placeholders: [reference, nominee],
    action: 'Update the nomination',
  },
  elected: {
    key: 'nomination.elected',
    when: 'To the nominee who is elected',
    subject: 'You have been elected {grade}',
    body: `Congratulations: you have been elected {grade} of the Academy.\n\nPlease tell us whether you accept, and enter the details for the certificate and the directory. Please keep this confidential until {announced}.\n\n${oneUse}`,
    placeholders: [grade, announced],
    action: 'Answer',
  },
  acceptReminder: {
    key: 'nomination.accept-reminder',
    when: 'To the elected person who has not answered',
    subject: 'Reminder: your election as {grade}',
    body: `Please tell us whether you accept your election as {grade} of the Academy.\n\nThis link replaces the earlier one. Please keep your election confidential until the Academy has announced it.\n\n${oneUse}`,
    placeholders: [grade],
    action: 'Answer',
  },
  electedOthers: {
    key: 'nomination.elected-others',
    when: 'To the proposer and the seconder of an elected nominee',
    subject: '{nominee} has been elected {grade}',
    body: `{nominee}, whose nomination {reference} you supported, has been elected {grade}. Please keep this confidential until {announced}.`,
    placeholders: [nominee, grade, reference, announced],
  },
  admitted: {
    key: 'nomination.admitted',
    when: 'To the new fellow, on admission',
    subject: 'Welcome as {grade}',
    body: `You have been admitted as {grade} of the Academy. Your number is {number}.\n\nYou can download your certificate with this link.`,
    placeholders: [grade, number],
    action: 'Download the certificate',
  },
  notElected: {
    key: 'nomination.not-elected',
    when: 'To the proposer of a nominee who is not elected',
    subject: 'The result for {reference}',
    body: `The nomination {reference} of {nominee} was not successful in this cycle. The Academy does not give reasons. Thank you for your nomination. You are welcome to submit a new one.`,
    placeholders: [reference, nominee],
  },
  annulled: {
    key: 'nomination.annulled',
    when: 'To the nominee and the proposer, when an election is annulled',
    subject: '{reference}: the election has been annulled',
    body: `The election of {nominee} as {grade} has been annulled, and the nomination {reference} is closed.\n\n{message}`,
    placeholders: [reference, nominee, grade, message],
  },
  closed: {
    key: 'nomination.closed',
    when: 'To the proposer, when a nomination was declined, withdrawn or lapsed',
    subject: '{reference} has been closed',
    body: `The nomination {reference} of {nominee} has been closed: {reason}.\n\n{again}`,
    unasked: true,
    placeholders: [reference, nominee, reason, again],
  },
} satisfies Letters
