import { placeholder, type Letters } from '#features/letters/definition.ts'
import { day, oneUse, other, reference } from '#features/letters/shared.ts'
import { announced, confidential, message, nominee, proposer } from '#features/nominations/letter-words.ts'

const award = placeholder('award', 'The award', 'Sample Award')

/** Letters about nominations for awards, where those about nominations of fellows speak of an election. */
export const awardLetters = {
  received: {
    key: 'award.received',
    when: 'To the proposer, to confirm a new nomination',
    subject: 'Please confirm your nomination: {reference}',
    body: `We have received a nomination for the {award} in your name. Its reference is {reference}.\n\nPlease open the link, read it and confirm that it is yours. If you did not submit it, you can ignore this email: the nomination will lapse after 30 days and will not count as one of yours. Until you confirm it, we email nobody else about it.\n\nWhen you have confirmed it, we will ask the nominee for consent. When the nominee has agreed, we will ask the seconder, if you named one, for remarks. Each of you has 30 days to answer. Without an answer, the nomination will lapse.\n\n${oneUse} ${confidential}`,
    unasked: true,
    placeholders: [reference, award],
    action: 'Confirm the nomination',
    asks: ['verify'],
  },
  consent: {
    key: 'award.consent',
    when: 'To the nominee, for consent',
    subject: 'You have been nominated for the {award}',
    body: `{proposer} has nominated you for the {award}.\n\nPlease read what the nomination says about you. Then tell us whether you agree to be considered and whether we may use your data for this, or what must be corrected first. We will not show the nomination to the seconder or consider it until you agree. If you do not answer within 30 days, it will lapse.\n\n{other}\n\n${oneUse}`,
    unasked: true,
    placeholders: [proposer, award, other],
    action: 'Read and answer',
    asks: ['consent'],
  },
  second: {
    key: 'award.second',
    when: 'To the seconder, for remarks and declaration',
    subject: 'Please second a nomination',
    body: `{proposer} has nominated {nominee} for the {award} and has named you as seconder. The nominee has agreed to the nomination.\n\nPlease read the nomination and submit your remarks and your declaration within 30 days. If you cannot second it, please say so on the same page.\n\n{other}\n\n${oneUse} ${confidential}`,
    unasked: true,
    placeholders: [proposer, nominee, award, other],
    action: 'Read and answer',
    asks: ['second'],
  },
  reminder: {
    key: 'award.reminder',
    when: 'To the nominee or the seconder who has not answered',
    subject: 'Reminder: please answer a nomination',
    body: `{proposer} has nominated {nominee} for the {award}, and we are waiting for your answer.\n\nWithout your answer, the nomination will lapse on {day}. This link replaces the earlier one.\n\n${oneUse}`,
    unasked: true,
    placeholders: [proposer, nominee, award, day],
    action: 'Read and answer',
    asks: ['consent', 'second'],
  },
  elected: {
    key: 'award.selected',
    when: 'To the person selected for an award, who is asked to accept it',
    subject: 'You have been selected for the {award}',
    body: `Congratulations: the Academy has selected you for the {award}.\n\nPlease tell us whether you accept it. Please keep this confidential until {announced}.\n\n${oneUse}`,
    placeholders: [award, announced],
    action: 'Answer',
  },
  given: {
    key: 'award.selected-directly',
    when: 'To the person selected for an award whose call asks for no acceptance',
    subject: 'You have been selected for the {award}',
    body: `Congratulations: the Academy has selected you for the {award}. The office will email you about the presentation.\n\nPlease keep this confidential until {announced}.`,
    placeholders: [award, announced],
  },
  acceptReminder: {
    key: 'award.accept-reminder',
    when: 'To the selected person who has not answered',
    subject: 'Reminder: the {award}',
    body: `Please tell us whether you accept the {award}.\n\nThis link replaces the earlier one. Please keep your selection confidential until the Academy has announced it.\n\n${oneUse}`,
    placeholders: [award],
    action: 'Answer',
  },
  electedOthers: {
    key: 'award.selected-others',
    when: 'To the proposer and the seconder of a selected nominee',
    subject: '{nominee} has been selected for the {award}',
    body: `{nominee}, whose nomination {reference} you supported, has been selected for the {award}. Please keep this confidential until {announced}.`,
    placeholders: [nominee, award, reference, announced],
  },
  notElected: {
    key: 'award.not-selected',
    when: 'To the proposer of a nominee who is not selected',
    subject: 'The result for {reference}',
    body: `The nomination {reference} of {nominee} for the {award} was not successful. The Academy does not give reasons. Thank you for your nomination. You are welcome to submit a new one when the next call opens.`,
    placeholders: [reference, nominee, award],
  },
  annulled: {
    key: 'award.annulled',
    when: 'To the nominee and the proposer, when a selection is annulled',
    subject: '{reference}: the selection has been annulled',
    body: `The selection of {nominee} for the {award} has been annulled, and the nomination {reference} is closed.\n\n{message}`,
    placeholders: [reference, nominee, award, message],
  },
  annulledSeconder: {
    key: 'award.annulled-seconder',
    when: 'To the seconder, when a selection is annulled',
    subject: '{reference}: the selection has been annulled',
    body: `The selection of {nominee} for the {award}, which you seconded, has been annulled, and the nomination {reference} is closed.\n\n${confidential}`,
    placeholders: [reference, nominee, award],
  },
} satisfies Letters
