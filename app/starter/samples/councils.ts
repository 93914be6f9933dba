import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { samplePerson } from './people.ts'

const offices = [
  'Patron',
  'President',
  'Vice-President',
  'Vice-President',
  'General Secretary',
  'Joint Secretary',
  'Joint Secretary',
  'Foreign Secretary',
  'Treasurer',
  'Editor',
  'Member',
  'Member',
  'Member',
  'Member',
  'Member',
  'Member',
]

const designations = [
  'Professor',
  'Emeritus Professor',
  'Associate Professor',
  'Head of Department',
  'Scientist',
]

function seats(firstPerson: number) {
  return offices.map((office, index) => {
    const { name, affiliation } = samplePerson(firstPerson + index)
    return {
      office,
      name,
      designation: designations[(index * 3 + firstPerson) % 5]!,
      institution: affiliation,
    }
  })
}

export const sampleCouncils: StarterEntry[] = [
  sampleEntry('council-term', 'sample-council-2025', {
    title: 'Executive Council, 2025 to 2028',
    from: '2025-04-01',
    to: '2028-03-31',
    seats: seats(0),
  }),
  sampleEntry('council-term', 'sample-council-2022', {
    title: 'Executive Council, 2022 to 2025',
    from: '2022-04-01',
    to: '2025-03-31',
    seats: seats(12),
  }),
]
