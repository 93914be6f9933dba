import type { StarterEntry } from '#starter/entry.ts'
import { clause, section } from '#starter/sections.ts'
import { fromOldConstitution, fromOldHome, fromPress } from './sources.ts'

export const aboutPages: StarterEntry[] = [
  {
    kind: 'page',
    slug: 'home',
    data: {
      title: 'International Academy of Physical Sciences',
      lead: 'A common platform for the physical, mathematical and earth sciences, founded at Allahabad on 4 December 1994.',
      sections: [
        section(
          'About the Academy',
          `The Academy was founded by scientists from different fields who saw that the branches of physical science can no longer be sharply separated. Its members and fellows come from India and abroad. It holds conferences, elects Fellows from among its members and publishes a journal. [More about the Academy](/iaps)`,
        ),
        section(
          'Fields',
          `Physics, chemistry, mathematics, statistics, geology, geophysics, geography, computer science, informatics,
          biochemistry and biophysics are among its fields.`,
        ),
      ],
      source: fromOldHome,
    },
  },
  {
    kind: 'page',
    slug: 'iaps',
    data: {
      title: 'IAPS',
      lead: 'The International Academy of Physical Sciences brings together people who work in the physical, mathematical and earth sciences.',
      sections: [
        section(
          'Beginnings',
          `The Academy was founded on 4 December 1994 with its headquarters at Allahabad, the city now called Prayagraj.

          It was started by a group of scientists from different fields. They saw that the branches of physical science can no longer be sharply separated, and they wanted a common platform. At the foundation conference scientists from several fields discussed how interdisciplinary approaches can help to resolve conflicts over world problems.`,
        ),
        section(
          'Fields',
          `The Academy covers the physical, mathematical and earth sciences. Its fields include:

          - Physics
          - Chemistry
          - Mathematics
          - Statistics
          - Geology
          - Geophysics
          - Geography
          - Computer science
          - Informatics
          - Biochemistry
          - Biophysics`,
        ),
        section(
          'Members and fellows',
          `Members and fellows come from India and from other countries. The [constitution](/iaps/constitution) lists the classes of members, and the [membership rules](/membership/rules) say who can join each class. Fellows are elected from among the members: see [Fellowship](/fellowship).`,
        ),
        section(
          'Conferences',
          `The Academy’s series of international conferences is called CONIAPS. The 30th took place in 2024. The Academy also holds seminars and conventions with universities. See [International Conference](/conferences/international).`,
        ),
        section(
          'Publications',
          `The *Journal of International Academy of Physical Sciences* (J. Int. Acad. Phys. Sci.) has [its own website](https://www.iaps.org.in/journal/index.php/journaliaps).`,
        ),
        section(
          'Chapters',
          `The Ayodhya Chapter is based at the Department of Mathematics and Statistics of Dr Rammanohar Lohia Avadh University. Prof. Manoj Dixit, then Vice-Chancellor of the university, opened it. See [Other Programs](/activities/other-programs).`,
        ),
      ],
      source: {
        note: 'Founding, scope, people: former home page http://www.iaps.org.in/web/ (high). City now Prayagraj: http://www.hindustanvarta.in/2021/12/blog-post_96.html (medium). Ayodhya Chapter: https://nextkhabar.in/iaps-ayodhya-chappers-vice-chancellor-launches/ (medium). Journal address: cited in public repositories (medium). 30th conference: press of May 2024 (medium).',
        confidence: 'medium',
      },
    },
  },
  {
    kind: 'page',
    slug: 'aims-objective-of-iaps',
    data: {
      title: 'Aims & Objective of IAPS',
      lead: 'A summary of what the Academy was founded for.',
      sections: [
        section(
          'A common platform',
          'The Academy is a common platform for scientists of the physical, mathematical and earth sciences, from India and abroad.',
        ),
        section(
          'Interdisciplinary work',
          'The founders saw that the branches of physical science can no longer be sharply separated. The Academy therefore encourages discussion and work across disciplines.',
        ),
        section(
          'Science for society',
          'The Academy wants science to serve society. Its foundation conference already discussed how interdisciplinary approaches can help to resolve conflicts over world problems.',
        ),
        section(
          'Publication',
          'The Academy publishes a [journal](https://www.iaps.org.in/journal/index.php/journaliaps) and a [newsletter](/newsletter).',
        ),
      ],
      source: {
        note: 'A summary of http://www.iaps.org.in/web/.',
        toConfirm: 'What is the Academy’s own numbered list of aims?',
        confidence: 'high',
      },
    },
  },
  {
    kind: 'page',
    slug: 'constitution',
    data: {
      title: 'Constitution',
      lead: 'A summary of the clause on composition: who belongs to the Academy, in which class, and who votes. The section numbers are those of this summary.',
      edition: 'Summary of the text published in July 2014',
      sections: [
        clause(
          '1',
          'Composition',
          `The Academy consists of:

          1. a Patron
          2. Benefactors
          3. Honorary Fellows
          4. Fellows
          5. Regular Members
          6. Student Members
          7. Life Members
          8. Sessional Members
          9. Associate Members
          10. Institutional Members`,
        ),
        clause(
          '2',
          'Patron',
          'The Patron is an eminent person with an international reputation. The council chooses the Patron.',
        ),
        clause(
          '3',
          'Benefactors',
          'A Benefactor gives ₹\u00a010,000 or more to the funds of the Academy. Benefactors have the rights of a Regular Member.',
        ),
        clause(
          '4',
          'Honorary Fellows',
          'Honorary Fellows are selected from eminent scientists, technologists, and people who have given valuable service to the physical sciences.',
        ),
        clause(
          '5',
          'Fellows',
          'Fellows are elected from among those members of the Academy who have distinction in any area of the physical sciences.',
        ),
        clause(
          '6',
          'Personal members',
          'Any person who is enrolled under the rules and pays the subscription set for the class may be a Regular, Student, Life, Sessional or Associate Member.',
        ),
        clause(
          '7',
          'Institutional Members',
          'An educational or research institution, or a commercial or industrial organisation linked with the physical sciences, may be an Institutional Member on payment of the subscription set for this class.',
        ),
        clause(
          '8',
          'Limits',
          `There may be at most:

          | Class | Limit |
          | Honorary Fellows | 100 |
          | Fellows | 500 |

          The council may set lower limits from time to time.`,
        ),
        clause(
          '9',
          'General Body and votes',
          'Honorary Fellows, Fellows, Regular Members and Life Members have a vote. Together they form the General Body.',
        ),
      ],
      source: fromOldConstitution,
    },
  },
  {
    kind: 'page',
    slug: 'executive-council',
    data: {
      title: 'Executive Council',
      lead: 'The council of the Academy by term of office. Under the constitution, the council chooses the Patron and may limit the number of Fellows.',
      sections: [],
      source: {
        ...fromOldConstitution,
        note: `${fromOldConstitution.note} We did not find the current officers or the length of a term. Please enter them here.`,
      },
    },
  },
  {
    kind: 'page',
    slug: 'contact-us',
    data: {
      title: 'Contact Us',
      lead: 'The Academy has its headquarters at Allahabad (Prayagraj), India.',
      sections: [
        section(
          'Before you write',
          `You may find the answer on one of these pages:

          - joining the Academy: [Membership Rules](/membership/rules) and [Membership Form](/membership/form)
          - nominating a Fellow: [Fellowship](/fellowship)
          - papers for the journal: the [journal’s website](https://www.iaps.org.in/journal/index.php/journaliaps)
          - conferences: [International Conference](/conferences/international) and Other IAPS Conference, [International](/conferences/other-iaps-conference/international) and [National](/conferences/other-iaps-conference/national)`,
        ),
      ],
      source: fromPress(
        'City: http://www.iaps.org.in/web/ (high); present name of the city: http://www.hindustanvarta.in/2021/12/blog-post_96.html (medium). Postal address, mail, telephone were not found; they are settings.',
      ),
    },
  },
]
