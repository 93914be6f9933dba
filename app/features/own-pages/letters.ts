import { placeholder, type Letters } from '#features/letters/definition.ts'
import { reason } from '#features/letters/shared.ts'

const code = { ...placeholder('code', 'The code', 'ACDE-FGHJ'), isSecret: true } as const
const what = placeholder('what', 'What the person asked us to do', 'change your name')
const email = placeholder('email', 'The new address', 'name@example.org')

const passkeyName = placeholder('name', 'The name of the passkey', 'My phone')

const onlyHere = 'We never ask for it by phone or email: enter it only on our website.'

export const ownPageLetters = {
  code: {
    key: 'own-page.code',
    when: 'To a person in the register who signs in to their own page',
    subject: 'Your code to sign in',
    body: `Your code is {code}\n\nEnter it on the page where you asked for it. It works once and for ten minutes. ${onlyHere}\n\nIf you did not try to sign in, you can ignore this email.`,
    placeholders: [code],
    needs: [code],
    isPrivate: true,
  },
  oldAddress: {
    key: 'own-page.old-address',
    when: 'To the current address of a person who asks for another one on their own page',
    subject: 'Confirm your change of email address',
    body: `On your page you asked us to use {email} from now on. To agree, enter this code for your current address: {code}\n\nIt works for 30 minutes. ${onlyHere}\n\nIf you did not ask for this, do not pass the code on, and contact the office.`,
    placeholders: [code, email],
    needs: [code],
    isPrivate: true,
  },
  newAddress: {
    key: 'own-page.new-address',
    when: 'To the new address that a person entered on their own page',
    subject: 'Confirm your new email address',
    body: `Someone in the register of the Academy asked us to use this address from now on. If it was you, enter this code for your new address: {code}\n\nIt works for 30 minutes. ${onlyHere}\n\nIf it was not you, you can ignore this email.`,
    placeholders: [code],
    needs: [code],
    isPrivate: true,
  },
  addressChanged: {
    key: 'own-page.address-changed',
    when: 'To the former address of a person who has changed it on their own page',
    subject: 'Your email address was changed',
    body: `From now on we use {email} to reach you. You can no longer sign in with this address.\n\nIf you did not change it, contact the office now.`,
    placeholders: [email],
  },
  passkeyAdded: {
    key: 'own-page.passkey-added',
    when: 'To a person who has added a passkey to their own page',
    subject: 'A passkey was added to My page',
    body: `From now on the passkey “{name}” opens your page, without a code.\n\nIf you did not add it, sign in with a code, remove it under “Passkeys” and contact the office.`,
    placeholders: [passkeyName],
  },
  passkeyRemoved: {
    key: 'own-page.passkey-removed',
    when: 'To a person who has removed a passkey from their own page',
    subject: 'A passkey was removed from My page',
    body: `The passkey “{name}” no longer opens your page. You can still sign in with a code.\n\nIf you did not remove it, contact the office.`,
    placeholders: [passkeyName],
  },
  approved: {
    key: 'own-page.approved',
    when: 'To a person whose request the office has approved',
    subject: 'Your request was approved',
    body: `You asked us to {what}. The office has approved your request, and the register is up to date.\n\n{reason}`,
    placeholders: [what, reason],
    action: 'Open My page',
  },
  refused: {
    key: 'own-page.refused',
    when: 'To a person whose request the office has declined',
    subject: 'Your request was declined',
    body: `You asked us to {what}. The office declined your request:\n\n{reason}\n\nIf you disagree, reply to the office.`,
    placeholders: [what, reason],
    needs: [reason],
    action: 'Open My page',
  },
} satisfies Letters
