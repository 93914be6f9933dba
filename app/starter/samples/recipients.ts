import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { awardFacts } from '#starter/facts/awards.ts'
import { samplePerson } from './people.ts'

const years = [2025, 2024, 2023, 2021, 2019]

/** Five years for each award; one of them shared by two. */
export const sampleRecipients: StarterEntry[] = awardFacts.flatMap((award, awardIndex) =>
  years.flatMap((year, yearIndex) => {
    const shared = yearIndex === 2 && awardIndex % 2 === 0
    return (shared ? [0, 1] : [0]).map((ordinal) => {
      const { name, affiliation, person } = samplePerson(30 + awardIndex * 7 + yearIndex + ordinal * 5)
      const slug = `sample-${award.slug}-${year}${ordinal ? '-second' : ''}`
      return sampleEntry(
        'recipient',
        slug,
        {
          title: name,
          year,
          affiliation,
          country: person.country,
          discipline: person.discipline,
          citation: `For work in ${(person.specialisation ?? person.discipline).toLowerCase()}.`,
          ...(yearIndex < 2 && {
            lectureTitle: `Recent questions in ${(person.specialisation ?? person.discipline).toLowerCase()}`,
          }),
          ...(shared && { shared }),
        },
        { parent: award.slug, position: ordinal },
      )
    })
  }),
)
