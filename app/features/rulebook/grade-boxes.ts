import { categories, grades } from '#features/people/register.ts'

/** Grades as boxes to tick, sent one by one as `name-grade`. */

export interface GradeBox {
  value: string
  label: string
}

/** For which grades a rule is. */
export function boxesOfGrades(stored: readonly string[]): GradeBox[] {
  return withOthers(grades, stored)
}

/** What someone may hold. */
export function boxesOfHolders(stored: readonly string[]): GradeBox[] {
  return withOthers({ ...grades, ...categories }, stored)
}

/** A rule from elsewhere may name grades that the register does not have. */
function withOthers(known: Record<string, string>, stored: readonly string[]): GradeBox[] {
  const others = stored.filter((grade) => !Object.hasOwn(known, grade))
  return [
    ...Object.entries(known).map(([value, label]) => ({ value, label })),
    ...others.map((grade) => ({ value: grade, label: grade })),
  ]
}

export function boxName(name: string, grade: string): string {
  return `${name}-${grade}`
}

/** The grades of the boxes that were ticked. */
export function tickedIn(name: string, boxes: readonly GradeBox[], typed: Record<string, unknown>): string[] {
  return boxes.map(({ value }) => value).filter((grade) => typed[boxName(name, grade)] === 'yes')
}
