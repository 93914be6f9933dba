import type { StarterEntry } from '#starter/entry.ts'
import { section } from '#starter/sections.ts'
import { ownWording } from './sources.ts'

const source = ownWording(
  'Written for this website; the Academy has not checked it. It describes the form on this site, whose questions follow the practice of comparable academies; we did not find the Academy’s earlier form. Only one rule comes from the Academy: Fellows are elected from among the members.',
)

export const formPages: StarterEntry[] = [
  {
    kind: 'page',
    slug: 'fellow-nomination-form',
    data: {
      title: 'Fellow Nomination Form',
      lead: 'Use this form to nominate someone as a Fellow. You cannot nominate yourself. Before you start, prepare the following.',
      sections: [
        section(
          'The nominee',
          `- name, institution and main discipline
          - email address, different from yours and the seconder’s

          The nominee fills in everything else when we ask for consent: date of birth, membership number, addresses, degrees, positions, awards, publications, curriculum vitae and full list of publications. Fellows are elected from among the members. You can also fill in these details yourself; the nominee then corrects them if necessary.`,
        ),
        section(
          'The case for election',
          `| What | Length |
          | Proposed citation | up to 50 words |
          | Statement for the electors | up to 200 words |
          | Analysis of the main contributions | 200 to 1,000 words |

          You can add up to two letters of support as PDF, up to 2 MB each.`,
        ),
        section(
          'Other people',
          `- two to five independent experts who do not work at the nominee’s institution
          - a seconder who knows about the nomination
          - your own and the seconder’s remarks in up to 150 words each, whether you know the work personally, and any conflict of interest`,
        ),
        section(
          'After you submit the form',
          `You get a reference number immediately. We then email you, the *nominee* and the *seconder*. You confirm the nomination, the nominee fills in the details and consents to the nomination and to the use of the data, and the seconder submits remarks and a declaration. The office looks at the nomination when everyone has answered.

          Nominations are confidential.`,
        ),
      ],
      source,
    },
  },
  {
    kind: 'page',
    slug: 'associate-fellow-nomination-form',
    data: {
      title: 'Associate Fellow Nomination Form',
      lead: 'Use this form to nominate someone as an Associate Fellow. It is shorter than the form for a Fellow. Before you start, prepare the following.',
      sections: [
        section(
          'The nominee',
          `- name, institution and main discipline
          - email address, different from yours

          The nominee fills in everything else when we ask for consent: date of birth, membership number, addresses, degrees, positions, doctorate, best papers, curriculum vitae and full list of publications. You can also fill in these details yourself; the nominee then corrects them if necessary.`,
        ),
        section(
          'The case for election',
          `| What | Length |
          | Proposed citation | up to 30 words |
          | Summary of the research | up to 250 words |
          | What the nominee would contribute | 50 to 100 words |

          You can add a letter from the forwarding authority as PDF, up to 2 MB.`,
        ),
        section(
          'Other people',
          `- one to three independent experts
          - a seconder, if the form asks for one
          - about you: whether you are a Fellow or the head of an institution or department, your remarks, and any conflict of interest`,
        ),
        section(
          'After you submit the form',
          `You get a reference number immediately. We then email you, the *nominee* and, if there is one, the *seconder*. You confirm the nomination; the nominee fills in the details and consents to the nomination and to the use of the data. The office looks at the nomination when everyone has answered.

          Nominations are confidential.`,
        ),
      ],
      source,
    },
  },
  {
    kind: 'page',
    slug: 'membership-form',
    data: {
      title: 'Membership Form',
      lead: 'Use this form to apply for yourself or for your institution. Before you start, prepare the following.',
      sections: [
        section(
          'Class of membership',
          `Choose one of these classes: Regular, Life, Student, Associate, Sessional or Institutional Member, or Benefactor. The [Membership Rules](/membership/rules) explain each of them. You can join, change to another class, or renew. You cannot apply to be a Patron, an Honorary Fellow or a Fellow.`,
        ),
        section(
          'About you',
          `- name, as it should appear on a certificate; also in Devanagari if you wish
          - date of birth and nationality
          - occupation, designation, department and institution
          - postal address, email address and mobile number
          - highest degree with subject, university and year
          - discipline, and field of specialisation if you wish
          - a photograph (JPEG or PNG, up to 2 MB)`,
        ),
        section(
          'For some classes',
          `- *Student*: course, institution, expected end date, and a certificate from the head of department as PDF
          - *Institutional*: the organisation, its head, and a contact person
          - *Sessional*: the conference you want to attend`,
        ),
        section(
          'Payment',
          `You cannot pay on this website. If there is a subscription for your class, the form asks for the details of your payment: how and when you paid, the amount, and the transaction or draft number. We never ask for card or bank account numbers. Ask the [office](/contact-us) for the current subscription before you pay.`,
        ),
        section(
          'After you submit the form',
          `You get a reference number immediately. We then email you a link to confirm your address. When you are enrolled, we email you your membership number.

          We list you in the public directory only if you tick that box.`,
        ),
      ],
      source: {
        ...source,
        note: `${source.note} The classes are those of the constitution. We found no fees. Do not enter fees until the Academy has confirmed them.`,
      },
    },
  },
]
