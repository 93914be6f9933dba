import { placeholder, type Letters } from '#features/letters/definition.ts'

const leave = placeholder('leave', 'The link to unsubscribe', 'https://…/newsletter/leave')
const title = placeholder('title', 'The title of the issue', 'Sample newsletter')
const period = placeholder('period', 'The period of the issue', 'January to March 2027')
const summary = placeholder(
  'summary',
  'The summary of the issue',
  'News of the Academy, a conference report and an essay.',
)
const contents = placeholder(
  'contents',
  'The articles of the issue, each with its page',
  '• A sample article (Dr Sample Author): https://…/newsletter/sample-newsletter/a-sample-article',
)
const calls = placeholder(
  'calls',
  'The open calls, each with its deadline and its page; empty if there are none',
  'Open calls:\n• Nominations of Fellows, until 31 January 2027, 23:59 IST: https://…/fellowship',
)

export const newsletterLetters = {
  confirm: {
    key: 'newsletter.confirm',
    when: 'To confirm a new subscription, at most one a day',
    subject: 'Confirm your newsletter subscription',
    body: `You, or someone who used your address, asked us to send our newsletter to this address.\n\nPlease confirm with the link below. It works for seven days. If you did not ask for the newsletter, you can ignore this email: we will not send it.\n\nTo unsubscribe at any time: {leave}`,
    placeholders: [leave],
    needs: [leave],
    action: 'Subscribe',
    belowAction: leave,
  },
  joined: {
    key: 'newsletter.joined',
    when: 'To a membership applicant who chose the newsletter, when the address is confirmed',
    subject: 'You have subscribed to our newsletter',
    body: `You asked for our newsletter in your membership application. We will send it to this address.\n\nTo unsubscribe at any time: {leave}`,
    placeholders: [leave],
    needs: [leave],
  },
  issue: {
    key: 'newsletter.issue',
    when: 'To all subscribers, when an administrator sends an issue',
    subject: '{title}, {period}',
    body: `A new issue of the newsletter is out: {title}, {period}.\n\n{summary}\n\n{contents}\n\n{calls}\n\nYou get this email because you subscribed to our newsletter. To unsubscribe at any time: {leave}`,
    placeholders: [title, period, summary, contents, calls, leave],
    needs: [leave],
    action: 'Read the issue',
    belowAction: leave,
  },
} satisfies Letters
