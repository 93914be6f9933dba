import { placeholder, type PlaceholderValuesOf, type Letters } from '#features/letters/definition.ts'
import { day, number, oneUse, other, reason, reference } from '#features/letters/shared.ts'

const category = placeholder('category', 'The category of membership', 'Life member')
const amount = placeholder('amount', 'What is still to be paid', '₹\u00a01,000')
const paid = placeholder('paid', 'What we have received so far', '₹\u00a04,000 of ₹\u00a05,000')
const validity = placeholder('validity', 'How long the membership is valid', 'from 1 January 2027, for life')

export const membershipLetters = {
  verify: {
    key: 'membership.verify',
    when: 'To the applicant, to confirm the address',
    subject: 'Confirm your email address: {reference}',
    body: `We have received your application for membership as {category}. Its reference is {reference}.\n\nPlease confirm that this email address is yours. Otherwise the application will lapse after 14 days. If you did not apply, you can ignore this email.\n\n{other}\n\n${oneUse}`,
    unasked: true,
    placeholders: [reference, category, other],
    action: 'Confirm my email address',
    asks: ['verify'],
  },
  verifyRenewal: {
    key: 'membership.verify-renewal',
    when: 'To the address in the register, if a renewal or change of category gives another one',
    subject: 'Please confirm the application {reference}',
    body: `We have received an application to renew or change your membership, as {category}. Its reference is {reference}. It gives a different email address from the one in the register. We go on writing to you at the one in the register, and the application does not change it: you can do that on My page.\n\nIf it is yours, please open the link, read it and confirm it. If it is not, do nothing: it will lapse after 14 days, and nothing will change.\n\n{other}\n\n${oneUse}`,
    unasked: true,
    placeholders: [reference, category, other],
    action: 'Read and confirm',
    asks: ['verify'],
  },
  reminder: {
    key: 'membership.reminder',
    when: 'To the applicant who has not confirmed the address',
    subject: 'Reminder: confirm your email address for {reference}',
    body: `Please confirm your email address so that we can look at your application {reference} for membership as {category}. Otherwise it will lapse on {day}.\n\nThis link replaces the earlier one. If you did not apply, you can ignore this email.\n\n${oneUse}`,
    unasked: true,
    placeholders: [reference, category, day],
    action: 'Confirm my email address',
    asks: ['verify'],
  },
  received: {
    key: 'membership.received',
    when: 'To the applicant, when the address is confirmed',
    subject: 'Your application {reference}',
    body: `Thank you. Your application {reference} for membership as {category} is now with the office. We will email you when the Academy has decided, or if we need more information.`,
    placeholders: [reference, category],
    action: 'Pay the fee',
  },
  infoNeeded: {
    key: 'membership.info-needed',
    when: 'To the applicant, when something is missing',
    subject: '{reference}: we need more information',
    body: `To continue with your application {reference}, we need more information from you:\n\n{reason}\n\nWithout an answer, it will lapse after 60 days.`,
    placeholders: [reference, reason],
    action: 'Answer',
  },
  paymentFound: {
    key: 'membership.payment-found',
    when: 'To the applicant, when the payment is matched',
    subject: '{reference}: we have received your payment',
    body: `We have received your payment for the application {reference}. The Academy will now decide on it.`,
    placeholders: [reference],
  },
  paymentShort: {
    key: 'membership.payment-short',
    when: 'To the applicant, when less than the fee has been paid',
    subject: '{reference}: {amount} is still to be paid',
    body: `Thank you for your payment for the application {reference}. So far we have received {paid}.\n\nPlease pay the remaining {amount}. Then the Academy can decide on your application.`,
    placeholders: [reference, amount, paid],
    action: 'Pay the rest',
  },
  enrolled: {
    key: 'membership.enrolled',
    when: 'To the new member',
    subject: 'Welcome as {category}',
    body: `You are now enrolled as {category}. Your membership number is {number}. Your membership is valid {validity}.\n\nYou can download your certificate with this link.`,
    placeholders: [category, number, validity],
    action: 'Download the certificate',
  },
  declined: {
    key: 'membership.declined',
    when: 'To an applicant whose application is declined',
    subject: 'The result for {reference}',
    body: `The Academy has not approved your application {reference}.\n\n{reason}\n\nIf you have already paid, the office will contact you about it.`,
    placeholders: [reference, reason],
  },
  ends: {
    key: 'membership.ends',
    when: 'To a member whose membership ends soon',
    subject: 'Your membership ends on {day}',
    body: `Your membership ({category}, number {number}) ends on {day}.\n\nTo renew it, sign in to My page with this email address and choose “Renew my membership”. The form starts with your name and number. When the fee is paid and the Academy has approved the renewal, we email you the new certificate.\n\nIf you have already renewed, or do not want to, you can ignore this email.`,
    placeholders: [category, number, day],
    action: 'Open My page',
  },
  closed: {
    key: 'membership.closed',
    when: 'To the applicant, when an application was withdrawn or lapsed',
    subject: '{reference} has been closed',
    body: `Your application {reference} has been closed: {reason}. You can apply again at any time. “Track an application” on our site lets you start a new form with the same answers.`,
    unasked: true,
    placeholders: [reference, reason],
  },
} satisfies Letters

export type MembershipFacts = PlaceholderValuesOf<typeof membershipLetters>
