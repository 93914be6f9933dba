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
    body: `{person} would like you to help with their page at the Academy.\n\nIf you agree, sign in on our website with this address by {day}. We email you a code each time, and you need no password. You can then see the page of {person} and make most changes there. We record what you do, and email {person} about each change.\n\nIf you do not want this, you can ignore this email.`,
    placeholders: [person, day],
    needs: [person],
    action: 'Sign in',
  },
  named: {
    key: 'own-page.helper-named',
    when: 'To a person in the register for whom a helper was named, by themselves or by the office',
    subject: 'A helper was named for your page',
    body: `{name} can now help you with your page. {name} signs in with {email} and has to do so for the first time by {day}. {name} can act for you for one year.\n\nA helper cannot change your email address, ask for deletion, add another helper or answer for you. We email you about each change that your helper makes. You can remove the helper at any time on your page, or by writing to the office.\n\nIf you did not ask for this, remove the helper on your page and contact the office now.`,
    placeholders: [name, email, day],
    needs: [name],
    action: 'See your helpers',
  },
  acted: {
    key: 'own-page.helper-acted',
    when: 'To a person in the register whose helper has changed something on their page',
    subject: 'Your helper changed something on your page',
    body: `{name}, your helper, has acted for you: {what}.\n\nIf this is not what you want, change it on your page or write to the office. You can remove the helper there at any time.`,
    placeholders: [name, what],
    needs: [name, what],
    action: 'Open My page',
  },
  endsSoon: {
    key: 'own-page.helper-ends-soon',
    when: 'To a person in the register and their helper, a month before the helper’s year ends',
    subject: '{name} can help with the page of {person} until {day}',
    body: `{name} can help with the page of {person} until {day}. After that, {name} can no longer open the page.\n\nTo continue, {person} can extend it for a year under “Helpers” on My page, or ask the office in writing. The helper cannot do that.`,
    placeholders: [person, name, day],
    needs: [day],
    action: 'Open My page',
  },
  extended: {
    key: 'own-page.helper-extended',
    when: 'To a person in the register and their helper, when the helper’s access was extended',
    subject: 'A helper’s access was extended',
    body: `{name} can help with the page of {person} until {day}.\n\nBoth can end this earlier on the page. If {person} did not ask for this, contact the office.`,
    placeholders: [person, name, day],
    needs: [day],
  },
  ended: {
    key: 'own-page.helper-ended',
    when: 'To a person in the register and their helper, when the helper was removed, has stopped or has not been extended',
    subject: '{name} is no longer a helper',
    body: `{name} no longer helps with the page of {person}, and cannot open it any more.\n\nIf this was a mistake, {person} can add a helper again on their page, or ask the office in writing.`,
    placeholders: [person, name],
    needs: [name],
  },
} satisfies Letters
