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
          `Only members can be elected. A proposal therefore asks for the membership number of the person proposed. If
          the person has not joined yet, see the [membership rules](/membership/rules).

          There may be at most 500 Fellows. The council may set a lower limit.`,
        ),
        section(
          'Honorary Fellows',
          `Honorary Fellows are selected from eminent scientists, technologists, and people who have given valuable
          service to the physical sciences. There may be at most 100; again the council may set a lower limit.`,
        ),
        section(
          'Votes',
          'Fellows and Honorary Fellows have a vote and belong to the General Body, with the Regular and Life Members. See the [constitution](/iaps/constitution).',
        ),
        section(
          'Conferring the fellowship',
          `Fellowship has been conferred at the annual conference: at the [22nd conference](/conferences/coniaps-22-2018)
          in April 2018 the chemical engineer Prof. Siddh Nath Upadhyay of IIT (BHU) was made a Fellow and gave an award
          lecture of half an hour.`,
        ),
        section(
          'Proposing somebody',
          `- [Nomination of a Fellow](/fellowship/fellow-nomination-form): what to have at hand
          - [Nomination of an Associate Fellow](/fellowship/associate-fellow-nomination-form)
          - [List of fellows](/fellowship/fellows)`,
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
      title: 'Associate fellowship',
      lead: 'Associate Fellows are nominated on a form of their own.',
      sections: [
        section(
          'Nomination',
          `The page on the [nomination of an Associate Fellow](/fellowship/associate-fellow-nomination-form) says what to
          have at hand. Open calls with their closing dates are shown on the [home page](/).`,
        ),
        section(
          'Fellows and members',
          `For the grade of Fellow see [fellowship](/fellowship). Associate *Members* are a class of membership: see the
          [membership rules](/membership/rules).`,
        ),
        section('List', 'Associate Fellows are shown in the [list of fellows](/fellowship/fellows).'),
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
      title: 'Membership rules',
      lead: 'The classes of membership, who may join them, and who votes, as the constitution sets them out.',
      edition: 'Summary of the text published in July 2014',
      sections: [
        clause(
          '1',
          'Classes',
          `| Class | Who | Vote |
          | Regular Member | a person enrolled under the rules, on payment of the subscription | yes |
          | Life Member | a person enrolled under the rules, on payment of the subscription | yes |
          | Student Member | a person enrolled under the rules, on payment of the subscription | no |
          | Associate Member | a person enrolled under the rules, on payment of the subscription | no |
          | Sessional Member | a person enrolled under the rules, on payment of the subscription | no |
          | Institutional Member | an educational or research institution, or a commercial or industrial organisation linked with the physical sciences, on payment of the subscription | no |
          | Benefactor | one who gives ₹ 10,000 or more to the funds | the rights of a Regular Member |`,
        ),
        clause(
          '2',
          'Fellows and Patron',
          `Nobody applies to be a Patron, an Honorary Fellow or a Fellow. The council chooses the Patron, Honorary Fellows
          are selected, and Fellows are elected from among the members: see [fellowship](/fellowship).`,
        ),
        clause(
          '3',
          'General Body',
          'Honorary Fellows, Fellows, Regular Members and Life Members vote and form the General Body.',
        ),
        clause(
          '4',
          'Subscription',
          'A subscription is set for each class. Ask the [office](/contact-us) what it is at present before you pay anything.',
        ),
        clause(
          '5',
          'Joining',
          'The page on the [membership form](/membership/form) says what to have at hand.',
        ),
      ],
      source: {
        ...fromOldConstitution,
        note: `${fromOldConstitution.note} Fees, periods and renewal were not found.`,
      },
    },
  },
]
