import type { StarterEntry } from '#starter/entry.ts'
import { section } from '#starter/sections.ts'
import { ownWording } from './sources.ts'

const source = ownWording(
  'Describes what the form of this site asks. The fields are a recommendation after the practice of comparable academies; the form of the former site was not found. The only rule taken from the Academy: Fellows are elected from among the members.',
)

export const formPages: StarterEntry[] = [
  {
    kind: 'page',
    slug: 'fellow-nomination-form',
    data: {
      title: 'Nomination of a Fellow',
      lead: 'The proposer fills in this form. Nobody can propose himself or herself. Have the following at hand before you begin.',
      sections: [
        section(
          'The person you propose',
          `- name, date of birth, nationality
          - membership number: Fellows are elected from among the members. You can say that the person is not yet a member
          - present position, department, institution and office address
          - an e-mail address that differs from yours and from the seconder’s
          - main discipline and field of specialisation; a second discipline if it helps
          - ORCID iD or a profile page, if there is one`,
        ),
        section(
          'The career',
          `- degrees, with subject, university and year
          - positions held
          - awards and other fellowships
          - service to the Academy, in up to 150 words`,
        ),
        section(
          'The case',
          `| What | Length |
          | Proposed citation | up to 50 words |
          | Statement for the electors | up to 200 words |
          | Analysis of the main contributions | 200 to 1,000 words |
          | Best publications or patents | 1 to 10 |`,
        ),
        section(
          'Files',
          `As PDF, up to 5 MB each:

          - curriculum vitae
          - full list of publications
          - up to five of the best papers, if you wish
          - up to two letters of support, if you wish (2 MB each)`,
        ),
        section(
          'Other people',
          `- two to five independent experts who do not work at the nominee’s institution
          - a seconder who knows of the proposal
          - for yourself and the seconder: remarks in up to 150 words, whether you know the work personally, and any conflict of interest`,
        ),
        section(
          'What is confirmed by mail',
          `After you send the form, two letters go out with a link in each. The *nominee* is asked to consent to the
          nomination and to the use of the data. The *seconder* is asked for remarks and a declaration. The proposal is
          looked at once both have answered. You receive a reference number at once.

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
      title: 'Nomination of an Associate Fellow',
      lead: 'The proposer fills in this form. It is shorter than the form for a Fellow. Have the following at hand before you begin.',
      sections: [
        section(
          'The person you propose',
          `- name, date of birth, nationality
          - membership number, or that the person is not yet a member
          - present position, department, institution and office address
          - an e-mail address that differs from yours
          - main discipline and field of specialisation
          - title, university, year and supervisor of the doctoral thesis`,
        ),
        section(
          'The case',
          `| What | Length |
          | Proposed citation | up to 30 words |
          | Summary of the research | up to 250 words |
          | Best papers, with the nominee’s own part in each | 1 to 5, up to 100 words each |
          | What the nominee would contribute | 50 to 100 words |`,
        ),
        section(
          'Files',
          `As PDF:

          - curriculum vitae and full list of publications (5 MB each)
          - doctoral certificate (2 MB)
          - a letter of the forwarding authority, if you wish (2 MB)`,
        ),
        section(
          'Other people',
          `- one to three independent experts
          - a seconder, where the form asks for one
          - for yourself: whether you propose as a Fellow or as head of an institution or department, your remarks, and any conflict of interest`,
        ),
        section(
          'What is confirmed by mail',
          `The *nominee* receives a link and is asked to consent to the nomination and to the use of the data. If there is
          a *seconder*, he or she receives a link too. The proposal is looked at once all have answered. You receive a
          reference number at once.

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
      title: 'Membership form',
      lead: 'You fill in this form for yourself or for your institution. Have the following at hand before you begin.',
      sections: [
        section(
          'The class',
          `Choose among Regular, Life, Student, Associate, Sessional and Institutional Member and Benefactor; the
          [membership rules](/membership/rules) tell what each of them is. You can join, change to another class, or
          renew. Patrons, Honorary Fellows and Fellows do not apply.`,
        ),
        section(
          'About you',
          `- name, as it should stand on a certificate; in Devanagari too, if you wish
          - date of birth and nationality
          - occupation, designation, department and institution
          - postal address, e-mail address and mobile number
          - highest degree with subject, university and year
          - discipline, and field of specialisation if you wish
          - a photograph (JPEG or PNG, up to 2 MB)`,
        ),
        section(
          'For some classes',
          `- *Student*: course, institution, expected end, and a certificate of the head of department as PDF
          - *Institutional*: the organisation, its head, and a person we may write to
          - *Sessional*: the conference you want to attend`,
        ),
        section(
          'Payment',
          `Nothing is paid on this site. If a subscription has been set for your class, the form asks for the details of
          your payment: how and when you paid, the amount, and the transaction or draft number. We never ask for card or
          bank account numbers. Ask the [office](/contact-us) for the present subscription before you pay.`,
        ),
        section(
          'What is confirmed by mail',
          `After you send the form you receive a letter with a link; please follow it, so that we know the address is
          yours. You receive a reference number at once. When you are enrolled, your membership number follows by mail.

          You are shown in the public list only if you tick the box for it.`,
        ),
      ],
      source: {
        ...source,
        note: `${source.note} Classes are those of the constitution. Fees were not found and are never to be filled in without the Academy’s word.`,
      },
    },
  },
]
