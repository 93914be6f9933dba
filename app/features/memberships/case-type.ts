import type { CaseType } from '#features/cases/case-type.ts'
import { named, numbersNamed } from '#features/cases/people.ts'
import { fullTitle } from '#features/forms/pieces.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { feeBands, feeCategories, type FeeName } from '#features/settings/fees.ts'
import type { Settings } from '#features/settings/settings.ts'
import { membershipForm, membershipRules } from './form.ts'
import { workflow } from './workflow.ts'

export const memberships: CaseType = {
  name: 'membership',
  cookie: 'membership',
  series: 'MA',
  title: 'Application for membership',
  href: '/membership/form',
  workflow,
  formFor: (settings, answers) =>
    membershipForm(
      settings,
      feeOf(settings, answers) !== undefined,
      textOf(answers, 'reason') === 'renewal' && textOf(answers, 'category') !== 'institutional',
    ),
  rules: membershipRules,
  laterFiles: [],
  othersAnswers: {
    proposer: [],
    seconder: [],
    expert: [],
    // The members who introduced the applicant.
    unaddressed: ['proposerName', 'proposerNo', 'seconderName', 'seconderNo'],
    confidentialFiles: [],
  },
  namedIn: (answers) => [
    named('applicant', fullTitle(answers), textOf(answers, 'institution'), [
      textOf(answers, 'email'),
      textOf(answers, 'otherEmail'),
    ]),
  ],
  // Of the applicant, and of the members who introduced the applicant.
  numbersIn: (answers) =>
    numbersNamed({
      member: ['memberNo', 'proposerNo', 'seconderNo'].map((name) => textOf(answers, name)),
    }),
  aboutOf: (answers) => {
    const email = textOf(answers, 'email').toLowerCase()
    const person = fullTitle(answers)
    return {
      subjectName: textOf(answers, 'organisation') || person,
      subjectEmail: email,
      senderName: person,
      senderEmail: email,
      institution: textOf(answers, 'organisation') || textOf(answers, 'institution'),
      discipline: textOf(answers, 'discipline'),
      category: textOf(answers, 'category'),
      paymentNumber: textOf(answers, 'payNumber'),
      gender: textOf(answers, 'gender'),
    }
  },
}

/** What this applicant has to pay, as set by the office; undefined if the office advises the fee. */
export function feeOf(settings: Settings, answers: Answers): string | undefined {
  const category = textOf(answers, 'category')
  const band = textOf(answers, 'band')
  if (!Object.hasOwn(feeCategories, category) || !Object.hasOwn(feeBands, band)) return undefined
  const fee = settings[`fee_${category}_${band}` as FeeName]
  return fee === '' || / 0+(\.0+)?$/.test(fee) ? undefined : fee
}
