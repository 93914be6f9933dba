import { placeholder, type Letters } from '#features/letters/definition.ts'
import { day } from '#features/letters/shared.ts'

const person = placeholder('person', 'The member or fellow', 'Prof Asha Sample')
const name = placeholder('name', 'The name of the helper', 'Rita Sample')
const email = placeholder('email', 'The address of the helper', 'rita@example.org')
const what = placeholder('what', 'What the helper did', 'changed your phone number or postal address')

/** About helpers. Those that both get name both, so that they are right for either. */
export const helperLetters = {
  invited: {
    key: 'own-page.helper-invited',
    when: 'To a helper, when a person in the register or the office has named them',
    subject: 'You have been named as a helper',
    body: `{person} would like you to help with their page at the Academy.\n\nIf you agree, sign in on our website with this address by {day}. We email you a code each time, and you need no password. You can then see the page of {person} and do most errands there. We record what you do, and email {person} about each change.\n\nIf you do not want this, ignore this email. Nothing happens then.`,
    placeholders: [person, day],
    needs: [person],
    action: 'Sign in',
  },
  named: {
    key: 'own-page.helper-named',
    when: 'To a person in the register for whom a helper was named, by themselves or by the office',
    subject: 'A helper was named for your page',
    body: `{name} can now help you with your page. {name} signs in with {email} and has to do so for the first time by {day}. The help ends after a year.\n\nA helper cannot change your email address, ask for deletion, name another helper or answer for you. We email you about each change that your helper makes. You can end the help at any time on your page, or by writing to the office.\n\nIf you did not ask for this, end it on your page and contact the office now.`,
    placeholders: [name, email, day],
    needs: [name],
    action: 'See your helpers',
  },
  acted: {
    key: 'own-page.helper-acted',
    when: 'To a person in the register whose helper has changed something on their page',
    subject: 'Your helper changed something on your page',
    body: `{name}, your helper, has acted for you: {what}.\n\nIf this is not what you want, change it on your page or write to the office. You can end the help there at any time.`,
    placeholders: [name, what],
    needs: [name, what],
    action: 'Open my page',
  },
  endsSoon: {
    key: 'own-page.helper-ends-soon',
    when: 'To a person in the register and their helper, a month before the help ends',
    subject: 'The help with a page ends soon',
    body: `{name} may help {person} with their page until {day}. Then it ends by itself.\n\nIf it should go on, {person} can extend it for a year under “Helpers” on their page, or ask the office in writing. The helper cannot do that.`,
    placeholders: [person, name, day],
    needs: [day],
    action: 'Open my page',
  },
  extended: {
    key: 'own-page.helper-extended',
    when: 'To a person in the register and their helper, when the help was extended',
    subject: 'The help with a page goes on',
    body: `{name} may help {person} with their page until {day}.\n\nBoth can end it earlier on the page. If {person} did not ask for this, contact the office.`,
    placeholders: [person, name, day],
    needs: [day],
  },
  ended: {
    key: 'own-page.helper-ended',
    when: 'To a person in the register and their helper, when the help has ended',
    subject: 'The help with a page has ended',
    body: `{name} no longer helps {person} with their page, and cannot open it any more.\n\nIf this was a mistake, {person} can name a helper again on their page, or ask the office in writing.`,
    placeholders: [person, name],
    needs: [name],
  },
} satisfies Letters
