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
          'What the Academy is',
          `The Academy was started by scientists of different fields who found that the branches of physical science
          can no longer be sharply separated. Its members and fellows come from India and abroad. It holds
          conferences, elects fellows from among its members, and publishes. [More about the Academy](/iaps)`,
        ),
        section(
          'Fields',
          `Physics, chemistry, mathematics, statistics, geology, geophysics, geography, computer science, informatics,
          biochemistry and biophysics are named as its fields, and the list is open.`,
        ),
      ],
      source: fromOldHome,
    },
  },
  {
    kind: 'page',
    slug: 'iaps',
    data: {
      title: 'About the Academy',
      lead: 'The International Academy of Physical Sciences brings together people who work in the physical, mathematical and earth sciences.',
      sections: [
        section(
          'Beginnings',
          `The Academy was founded on 4 December 1994 with its headquarters at Allahabad, the city now called Prayagraj.

          A group of scientists from different fields stood at its beginning. They had found that the branches of
          physical science can no longer be kept sharply apart, and they wanted a platform on which all of them could
          meet. At the foundation conference scientists of several streams discussed how approaches across the
          disciplines can help to resolve conflicts over the problems of the world.`,
        ),
        section(
          'Fields',
          `The Academy covers the physical, mathematical and earth sciences. These fields are named, and the list is
          open:

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
          `Members and fellows come from India and from other countries. The [constitution](/iaps/constitution) tells
          which classes of members there are; the [membership rules](/membership/rules) say who may join each of them.
          Fellows are elected from among the members: see [fellowship](/fellowship).`,
        ),
        section(
          'Conferences',
          `The Academy’s series of international conferences is known as CONIAPS. The thirtieth was held in 2024. Other
          seminars and conventions are held with universities. See the
          [list of international conferences](/conferences/international).`,
        ),
        section(
          'Publications',
          `The *Journal of International Academy of Physical Sciences* (J. Int. Acad. Phys. Sci.) has a
          [site of its own](https://www.iaps.org.in/journal/index.php/journaliaps).`,
        ),
        section(
          'Chapters',
          `The Ayodhya Chapter has its place at the Department of Mathematics and Statistics of Dr Rammanohar Lohia
          Avadh University. It was opened by Prof. Manoj Dixit, at that time Vice-Chancellor of the university. See
          [other programs](/activities/other-programs).`,
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
      title: 'Aims and objectives',
      lead: 'What the Academy was founded for, in summary.',
      sections: [
        section(
          'A common platform',
          'The Academy is a common platform for scientists of the physical, mathematical and earth sciences, from India and abroad.',
        ),
        section(
          'Work across the disciplines',
          'Its founders held that the branches of physical science can no longer be sharply separated. The Academy therefore seeks discussion and work that cross their borders.',
        ),
        section(
          'Science for society',
          'It wants science to be used for society. Already its foundation conference asked how approaches across the disciplines can help with conflicts over the problems of the world.',
        ),
        section(
          'Publication',
          'It publishes, so that results reach colleagues everywhere: see the [journal](https://www.iaps.org.in/journal/index.php/journaliaps) and the [newsletter](/newsletter).',
        ),
      ],
      source: {
        note: 'A summary of http://www.iaps.org.in/web/. The Academy’s own numbered list of aims was not found. Text to be confirmed by the Academy.',
        confidence: 'high',
      },
    },
  },
  {
    kind: 'page',
    slug: 'constitution',
    data: {
      title: 'Constitution',
      lead: 'Who belongs to the Academy, in which class, and who votes: a summary of the clause on composition. The numbers are those of this summary.',
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
          'The Patron is a person of eminence who is recognised internationally. The council chooses the Patron.',
        ),
        clause(
          '3',
          'Benefactors',
          'A Benefactor gives ₹ 10,000 or more to the funds of the Academy. Benefactors have the rights of a Regular Member.',
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
      title: 'Executive council',
      lead: 'The council of the Academy, by term of office. Under the constitution it chooses the Patron and may set limits to the numbers of fellows.',
      sections: [],
      source: {
        ...fromOldConstitution,
        note: `${fromOldConstitution.note} Present officers and the length of a term were not found; enter them here.`,
      },
    },
  },
  {
    kind: 'page',
    slug: 'contact-us',
    data: {
      title: 'Contact us',
      lead: 'The Academy has its headquarters at Allahabad (Prayagraj), India.',
      sections: [
        section(
          'Before you write',
          `Many questions are answered on these pages:

          - joining the Academy: [membership rules](/membership/rules) and [membership form](/membership/form)
          - proposing a fellow: [fellowship](/fellowship)
          - papers for the journal: the [journal’s own site](https://www.iaps.org.in/journal/index.php/journaliaps)
          - a conference: [international](/conferences/international), [other international](/conferences/other-iaps-conference/international), [national](/conferences/other-iaps-conference/national)`,
        ),
      ],
      source: fromPress(
        'City: http://www.iaps.org.in/web/ (high); present name of the city: http://www.hindustanvarta.in/2021/12/blog-post_96.html (medium). Postal address, mail, telephone were not found; they are settings.',
      ),
    },
  },
]
