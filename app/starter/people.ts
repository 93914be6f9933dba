import { disciplines, type Category, type Grade } from '#features/people/register.ts'
import { familyNames, foreignCities, givenNames, indianCities } from './names.ts'
import { makeRandom } from './random.ts'

/** An invented person for the register. */
export interface StarterPerson {
  memberNo: string
  fellowNo?: string
  title: string
  givenName: string
  familyName: string
  category: Category
  grade: Grade | null
  since: number
  electedYear?: number
  discipline: string
  specialisation?: string
  institution: string
  city: string
  state?: string
  country: string
  citation?: string
  diedYear?: number
  listed: boolean
  sample: true
}

/** Numbers of samples start high, so that they cannot collide with the Academy’s own. */
const firstNumber = 900_000

const latestYear = 2026
const maxFellows = { fellow: 500, 'honorary-fellow': 100, 'associate-fellow': 400 }
const fellowPrefixes = { fellow: 'F', 'honorary-fellow': 'HF', 'associate-fellow': 'AF' }

const categoryShares: readonly [Category, prefix: string, share: number][] = [
  ['life', 'LM', 0.62],
  ['associate', 'AM', 0.16],
  ['regular', 'RM', 0.11],
  ['student', 'SM', 0.07],
  ['sessional', 'SE', 0.02],
  ['benefactor', 'BM', 0.02],
]

const specialisations: Record<string, readonly string[]> = {
  Physics: ['Condensed matter', 'Quantum optics', 'Cosmology', 'Plasma physics', 'Soft matter'],
  Chemistry: ['Photochemistry', 'Catalysis', 'Electrochemistry', 'Chemistry of surfaces'],
  Mathematics: ['Differential geometry', 'Number theory', 'Functional analysis', 'Fluid equations'],
  Statistics: ['Time series', 'Design of experiments', 'Extreme values'],
  Geology: ['Sediments', 'Mineralogy', 'Structural geology'],
  Geophysics: ['Seismology', 'Geomagnetism', 'Gravity surveys'],
  Geography: ['Rivers and landforms', 'Climate maps', 'Remote sensing'],
  'Computer Science': ['Algorithms', 'Numerical methods', 'Formal proof'],
  Informatics: ['Information retrieval', 'Data models'],
  Biochemistry: ['Enzymes', 'Membranes', 'Protein folding'],
  Biophysics: ['Molecular motors', 'Bioacoustics', 'Imaging'],
}

/** Invented people in the order of their numbers. The same count and seed produce the same people. */
export function makeSamplePeople(count: number, seed: number): StarterPerson[] {
  const random = makeRandom(seed)
  const fellows = { fellow: 0, 'honorary-fellow': 0, 'associate-fellow': 0 }
  return Array.from({ length: count }, (_, index) => {
    const [category, prefix] = chooseCategory(random())
    const since = Math.min(latestYear, 1995 + Math.floor((32 * (index + random())) / count))
    const person: StarterPerson = {
      memberNo: `${prefix}-${firstNumber + index + 1}`,
      ...makeName(random, category),
      category,
      grade: null,
      since,
      ...makeField(random),
      ...makeLocation(random),
      listed: random() < 0.9,
      sample: true,
    }
    const grade = chooseGrade(random(), person)
    const passed = latestYear - since
    if (grade && fellows[grade] < maxFellows[grade]) {
      fellows[grade]++
      person.grade = grade
      person.fellowNo = `${fellowPrefixes[grade]}-${9000 + fellows[grade]}`
      person.electedYear = since + Math.floor(random() * (passed + 1))
      person.citation = `For studies in ${(person.specialisation ?? person.discipline).toLowerCase()}.`
    }
    const earliestEnd = person.electedYear ?? since
    if (passed > 8 && random() < 0.05) {
      person.diedYear = earliestEnd + Math.floor(random() * (latestYear - earliestEnd + 1))
    }
    return person
  })
}

function chooseCategory(chance: number): (typeof categoryShares)[number] {
  let rest = chance
  return categoryShares.find(([, , share]) => (rest -= share) < 0) ?? categoryShares[0]!
}

function chooseGrade(chance: number, { category, since }: StarterPerson): Grade | null {
  if (category !== 'life' && category !== 'regular') return null
  if (chance < 0.03) return 'honorary-fellow'
  if (chance < 0.27 && since < 2020) return 'fellow'
  if (chance > 0.86) return 'associate-fellow'
  return null
}

function makeName(random: () => number, category: Category) {
  const given = pick(random, givenNames)
  const initial = String.fromCharCode(65 + Math.floor(random() * 24))
  const style = random()
  const givenName = style < 0.3 ? `${given} ${initial}.` : style < 0.4 ? `${given[0]!}. ${initial}.` : given
  const title =
    category === 'student'
      ? pick(random, ['Ms', 'Mr', 'Mx'])
      : pick(random, ['Prof.', 'Dr', 'Dr', 'Prof.', 'Ms', 'Mr'])
  return { title, givenName, familyName: pick(random, familyNames) }
}

function makeField(random: () => number) {
  // Physics and its closest neighbours come first in the list and are chosen more often.
  const discipline = disciplines[Math.floor(random() ** 1.5 * disciplines.length)]!
  const fields = specialisations[discipline]
  return fields && random() < 0.85 ? { discipline, specialisation: pick(random, fields) } : { discipline }
}

function makeLocation(random: () => number) {
  const kind = pick(random, [
    'University of',
    'Institute of Science,',
    'City College,',
    'Institute of Technology,',
    'Observatory of',
  ])
  if (random() < 0.82) {
    const [city, state] = pick(random, indianCities)
    return { institution: `${kind} ${city}`, city, state, country: 'India' }
  }
  const [city, country] = pick(random, foreignCities)
  return { institution: `${kind} ${city}`, city, country }
}

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!
}
