import { disciplines } from '#features/people/register.ts'

/** To tick, in the order of the register. */
export const disciplineChoices = disciplines.map((label) => ({ value: fieldValue(label), label }))

/** How a form calls a discipline. Browsers load this, so it has no part in how addresses are made. */
export function fieldValue(discipline: string): string {
  return discipline.toLowerCase().replaceAll(' ', '-')
}
