import type { StarterEntry } from '#starter/entry.ts'
import { prose } from '#starter/prose.ts'
import { fromOldHome, fromPress } from './sources.ts'

export const conferenceFacts: StarterEntry[] = [
  {
    kind: 'conference',
    slug: 'coniaps-30-2024',
    data: {
      title: '30th International Conference of the Academy',
      series: 'coniaps',
      scope: 'international',
      number: 30,
      theme: 'Latest advances in science and technology towards sustainable development',
      year: 2024,
      dateNote: 'Two days in 2024, in May or earlier',
      host: 'J. C. Bose University of Science and Technology, YMCA',
      city: 'Faridabad',
      state: 'Haryana',
      country: 'India',
      people: [
        { name: 'Prof. S. K. Tomar', role: 'Chair', affiliation: 'Vice-Chancellor of the host university' },
        { name: 'Dr Ravi Kumar', role: 'Convener', affiliation: 'Chemistry' },
        {
          name: 'Prof. B. S. Rajput',
          role: 'Chief guest, opening',
          affiliation: 'former Vice-Chancellor, Kumaun University',
        },
        {
          name: 'Prof. Sunita Srivastava',
          role: 'Chief guest, closing',
          affiliation: 'Central University of Haryana',
        },
        { name: 'Prof. Toshifumi Dohi', role: 'Guest of honour, closing', affiliation: 'Ritsumeikan' },
      ],
      figures: [
        { label: 'Participants', value: 'more than 200' },
        { label: 'Papers', value: 'about 170' },
        { label: 'Technical sessions', value: '10' },
        { label: 'Plenary lectures', value: '4' },
        { label: 'Indian states', value: '15' },
        { label: 'Other countries', value: '3' },
      ],
      source: fromPress(
        'https://primeharyana.in/two-day-international-conference-concludes-at-jc-bose-university ; https://city24news.in/?p=11300 ; https://hindustantehelka.com/jc-boss-vishvavidyalay-mein-do-divasiy-antarrashtriye-sammelan-ka-shubharambh/ . The days are not known; the reports are of 23 May 2024 or earlier.',
      ),
    },
  },
  {
    kind: 'conference',
    slug: 'coniaps-22-2018',
    data: {
      title: '22nd International Conference of the Academy',
      series: 'coniaps',
      scope: 'international',
      number: 22,
      year: 2018,
      startsOn: '2018-04-13',
      endsOn: '2018-04-15',
      host: 'Dr Rammanohar Lohia Avadh University',
      city: 'Faizabad (Ayodhya)',
      state: 'Uttar Pradesh',
      country: 'India',
      figures: [{ label: 'Organising committees', value: '16' }],
      report: prose(`The conference covered subjects from across the sciences.

      At the conference the chemical engineer Prof. Siddh Nath Upadhyay of IIT (BHU) was admitted as a Fellow of the Academy. He gave a half-hour award lecture.`),
      source: fromPress(
        'https://nextkhabar.in/the-vice-chancellor-reviews-the-preparations-for-the-international-seminar/ ; fellowship: breakingtube.com.',
      ),
    },
  },
  {
    kind: 'conference',
    slug: 'coniaps-16-2014',
    data: {
      title: '16th International Conference of the Academy',
      series: 'coniaps',
      scope: 'international',
      number: 16,
      theme: 'Physical Sciences and Technology for Sustainable Development',
      year: 2014,
      startsOn: '2014-03-20',
      endsOn: '2014-03-22',
      host: 'IIITDM Jabalpur',
      city: 'Jabalpur',
      state: 'Madhya Pradesh',
      country: 'India',
      source: fromPress('A faculty page of IIITDM Jabalpur.'),
    },
  },
  {
    kind: 'conference',
    slug: 'foundation-conference',
    data: {
      title: 'Foundation conference',
      series: 'coniaps',
      scope: 'international',
      theme: 'Interdisciplinary approaches to resolving conflicts over world problems',
      year: 1994,
      dateNote: 'At the founding of the Academy',
      report: prose(
        'Scientists from several fields discussed how interdisciplinary approaches can help to resolve conflicts over world problems.',
      ),
      source: {
        ...fromOldHome,
        note: `${fromOldHome.note} Neither date nor place is given there; the year only puts the entry in its place and is not shown.`,
      },
    },
  },
  {
    kind: 'conference',
    slug: 'recent-advances-2022',
    data: {
      title: 'International seminar: Recent Advances in Mathematical and Physical Sciences',
      series: 'other',
      scope: 'international',
      year: 2022,
      dateNote: 'Two days, ending on Sunday, 18 December 2022',
      host: 'Dr Rammanohar Lohia Avadh University',
      department: 'Department of Mathematics and Statistics',
      city: 'Ayodhya',
      state: 'Uttar Pradesh',
      country: 'India',
      source: fromPress(
        'http://ayodhyasamachar.com/singleDisplayNewsWithPhoto.php?id=62713 . The report names Sunday, 18 December; the year follows from the calendar.',
      ),
    },
  },
  {
    kind: 'conference',
    slug: 'national-convention-2021',
    data: {
      title: 'National convention: Interdisciplinary Research in Sciences',
      series: 'other',
      scope: 'national',
      theme: 'Interdisciplinary Research in Sciences',
      year: 2021,
      startsOn: '2021-12-04',
      endsOn: '2021-12-06',
      host: 'Agra University',
      city: 'Agra',
      state: 'Uttar Pradesh',
      country: 'India',
      report: prose(
        'The convention began on 4 December 2021, the anniversary of the founding of the Academy in 1994.',
      ),
      source: fromPress('http://www.hindustanvarta.in/2021/12/blog-post_96.html'),
    },
  },
]
