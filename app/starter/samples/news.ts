import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { starterPictures } from '#starter/pictures/all.ts'
import { prose } from '#starter/prose.ts'

const rings = starterPictures.find(({ name }) => name === 'newtons-rings')

export const sampleNews: StarterEntry[] = [
  sampleEntry('news', 'sample-nominations-for-2027', {
    title: 'Nominations for 2027 are open',
    publishedOn: '2026-11-09',
    summary:
      'You can nominate Fellows and Associate Fellows until 31 January 2027. The Young Scientist Award closes on the same day.',
    body: prose(`
      Nominations need a proposer, a seconder and the consent of the nominee. Please allow time for everyone to answer our emails: the office looks at a nomination only when all confirmations are in.

      Use the [Fellow Nomination Form](/fellowship/fellow-nomination-form) or the [Associate Fellow Nomination Form](/fellowship/associate-fellow-nomination-form). The [Young Scientist Award](/awards/young-scientist-award) has a page of its own.

      Fellows are elected from among the members. If the person you have in mind has not joined yet, see the [Membership Rules](/membership/rules).
    `),
  }),
  sampleEntry('news', 'sample-abstracts-for-light-and-matter', {
    title: 'Send your abstract for Light and Matter',
    publishedOn: '2026-10-12',
    summary: 'Abstracts for the conference in Triveninagar are due on 15 December 2026.',
    body: prose(`
      The [International Conference on Light and Matter](/conferences/sample-light-and-matter-2027) meets at the University of Triveninagar from 18 to 20 February 2027, and online.

      An abstract has at most 300 words and says what was asked, how it was answered and what came out. The organisers answer all authors by 8 January 2027. If you cannot travel, you can present online.
    `),
  }),
  sampleEntry('news', 'sample-rings-on-the-calendar', {
    title: 'Rings of light on the wall calendar',
    publishedOn: '2026-09-21',
    summary: 'The wall calendar for 2027 shows Newton’s rings in the light of a sodium lamp.',
    body: prose(String.raw`
      The rings appear where a slightly curved glass rests on a flat one. Light is reflected on both sides of the thin gap of air and interferes with itself. In a gap of thickness $t$, reflected light of wavelength $\lambda$ cancels out when

      $$2t = m\lambda, \quad m = 0, 1, 2, \ldots$$

      The distance between the rings therefore shows how the gap widens towards the edge.
    `),
    ...(rings && {
      picture: {
        file: `picture:${rings.name}`,
        alt: rings.alt,
        credit: 'Computer graphic',
      },
    }),
  }),
  sampleEntry('news', 'sample-three-days-of-chaos', {
    title: 'Three days of chaos and order',
    publishedOn: '2026-07-20',
    summary: 'The online meeting in July compared simple models of chaos. Its pictures are in the gallery.',
    body: prose(`
      Every speaker of the [International Meeting on Chaos and Order](/conferences/sample-chaos-and-order-2026) brought one picture. We have collected them in an [album](/gallery/sample-order-and-chaos), each with a caption that explains it.

      A report follows in the next issue of the [newsletter](/newsletter).
    `),
  }),
  sampleEntry('news', 'sample-spectrographs-for-schools', {
    title: 'Spectrographs for twenty schools',
    publishedOn: '2026-03-16',
    summary: 'Twenty teachers built spectrographs in Himakunda and took them home to their classes.',
    body: prose(`
      The parts fit in a shoe box: two razor blades for the slit, a piece of a grating, black cardboard. On the third day everyone had the dark lines of sunlight on a sheet of paper. The page of the [workshop](/activities/sample-workshop-spectrographs) has a report with drawings.
    `),
  }),
  sampleEntry('news', 'sample-office-closed', {
    title: 'Office closed until 1 January 2026',
    publishedOn: '2025-12-15',
    summary:
      'The office is closed from 25 December 2025 to 1 January 2026. We will answer your messages from 2 January 2026.',
  }),
]
