import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { starterPictures } from '#starter/pictures/all.ts'
import { prose } from '#starter/prose.ts'

const rings = starterPictures.find(({ name }) => name === 'newtons-rings')

export const sampleNews: StarterEntry[] = [
  sampleEntry('news', 'sample-new-pages-for-news', {
    title: 'Sample news: a page for what is new',
    publishedOn: '2026-11-09',
    summary: 'Invented, to show how news looks: a day, a title and a few sentences. A text can follow.',
    body: prose(`
      Staff write news like this one in the staff area, choose the day that readers see, and publish it at once or at a time they set.

      A text may hold headings, lists, tables, pictures and formulas, and lead to other pages such as the [newsletter](/newsletter) or the [coming lectures](/activities/online-lectures).
    `),
  }),
  sampleEntry('news', 'sample-rings-on-the-cover', {
    title: 'Sample news: rings of light on a wall calendar',
    publishedOn: '2026-09-21',
    summary:
      'Invented, to show news with a picture. The picture is computed from the law that makes the rings.',
    body: prose(String.raw`
      Light that is thrown back by the two sides of a thin gap of air meets itself again. In a gap of the thickness $t$ the reflected light of the wavelength $\lambda$ goes out when

      $$2t = m\lambda, \quad m = 0, 1, 2, \ldots$$

      so that a slightly curved glass on a flat one shows rings.
    `),
    ...(rings && {
      picture: {
        file: `picture:${rings.name}`,
        alt: rings.alt,
        credit: 'Computed for this site',
      },
    }),
  }),
  sampleEntry('news', 'sample-a-short-notice', {
    title: 'Sample news: a short notice without a text',
    publishedOn: '2025-12-15',
    summary:
      'Invented, to show that one sentence is enough: the office is closed on a day that does not exist.',
  }),
]
