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
  sampleEntry('news', 'sample-office-closed', {
    title: 'Office closed until 1 January 2026',
    publishedOn: '2025-12-15',
    summary:
      'The office is closed from 25 December 2025 to 1 January 2026. We will answer your messages from 2 January 2026.',
  }),
]
