import type { StarterEntry } from '#starter/entry.ts'
import { clause, section } from '#starter/sections.ts'
import { fromOldConstitution, fromPress } from './sources.ts'

export const membershipPages: StarterEntry[] = [
  {
    kind: 'page',
    slug: 'fellowship',
    data: {
      title: 'Fellowship',
      lead: 'Fellows are elected from among the members of the Academy who have distinction in any area of the physical sciences.',
      sections: [
        section(
          'Fellows',
          `Only members can be elected, so the nomination form asks for the nominee’s membership number. If the nominee is not a member yet, see the [Membership Rules](/membership/rules).

          There may be at most 500 Fellows. The council may set a lower limit. See the list of [Fellows](/fellowship/fellows).`,
        ),
        section(
          'Honorary Fellows',
          `Honorary Fellows are selected from eminent scientists, technologists, and people who have given valuable
          service to the physical sciences. There may be at most 100. The council may set a lower limit.`,
        ),
        section(
          'Votes',
          'Fellows and Honorary Fellows can vote. Together with the Regular and Life Members they form the General Body. See the [constitution](/iaps/constitution).',
        ),
        section(
          'Admission',
          `Fellows have been admitted at the annual conference. At the [22nd conference](/conferences/coniaps-22-2018) in April 2018, for example, the chemical engineer Prof. Siddh Nath Upadhyay of IIT (BHU) was admitted as a Fellow and gave a half-hour award lecture.`,
        ),
        section(
          'Nominations',
          `- [Fellow Nomination Form](/fellowship/fellow-nomination-form)
          - [Associate Fellow Nomination Form](/fellowship/associate-fellow-nomination-form)`,
        ),
      ],
      source: fromPress(
        'Election, limits, votes: http://www.iaps.org.in/web/index.php/constitution (high). Fellowship of 2018: breakingtube.com (medium). Fee, number a year, who may nominate and closing date were not found.',
      ),
    },
  },
  {
    kind: 'page',
    slug: 'associate-fellowship',
    data: {
      title: 'Associate Fellowship',
      lead: 'Associate Fellows are nominated with a separate form.',
      sections: [
        section(
          'Nomination',
          `The [Associate Fellow Nomination Form](/fellowship/associate-fellow-nomination-form) says what to prepare. The [calendar](/calendar) shows when calls open and close.`,
        ),
        section(
          'Fellows and members',
          `For the grade of Fellow, see [Fellowship](/fellowship). Associate *Members* are a class of membership: see the [Membership Rules](/membership/rules).`,
        ),
        section('List', 'You can find Associate Fellows in the list of [Fellows](/fellowship/fellows).'),
      ],
      source: {
        note: 'No rule on associate fellowship was found; the constitution text of 2014 knows Associate Members only. Age limit, tenure and benefits must come from the Academy.',
        confidence: 'high',
      },
    },
  },
  {
    kind: 'page',
    slug: 'membership-rules',
    data: {
      title: 'Membership Rules',
      lead: 'The classes of membership, who can join them and who can vote, according to the constitution.',
      edition: 'Summary of the text published in July 2014',
      sections: [
        clause(
          '1',
          'Classes',
          `Members are enrolled under the rules and pay the subscription of their class.

          | Class | Open to | Vote |
          | Regular Member | any person | yes |
          | Life Member | any person | yes |
          | Student Member | any person | no |
          | Associate Member | any person | no |
          | Sessional Member | any person | no |
          | Institutional Member | an educational or research institution, or a commercial or industrial organisation linked with the physical sciences | no |
          | Benefactor | a person who gives ₹\u00a010,000 or more to the funds | the rights of a Regular Member |`,
        ),
        clause(
          '2',
          'Fellows and Patron',
          `You cannot apply to be a Patron, an Honorary Fellow or a Fellow. The council chooses the Patron, Honorary Fellows are selected, and Fellows are elected from among the members: see [Fellowship](/fellowship).`,
        ),
        clause(
          '3',
          'General Body',
          'Honorary Fellows, Fellows, Regular Members and Life Members vote and form the General Body.',
        ),
        clause(
          '4',
          'Subscription',
          'Each class has its own subscription. Ask the [office](/contact-us) for the current amount before you pay.',
        ),
        clause('5', 'Joining', 'To join, fill in the [Membership Form](/membership/form).'),
      ],
      source: {
        ...fromOldConstitution,
        note: `${fromOldConstitution.note} Fees, periods and renewal were not found.`,
      },
    },
  },
]
