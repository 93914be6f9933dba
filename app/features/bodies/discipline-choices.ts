import { slugFrom } from '#features/content/addresses/slugs.ts'
import { disciplines } from '#features/people/register.ts'

/** To tick, in the order of the register. */
export const disciplineChoices = disciplines.map((label) => ({ value: slugFrom(label), label }))
