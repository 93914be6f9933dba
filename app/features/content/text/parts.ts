import type { Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'

/** A part of the form of an entry, and the element on the page where it starts. */
export interface EntryPart {
  anchor: string
  label: string
}

/** A form with more parts than this has a list of them to jump to. */
const fewParts = 6

/** The parts of a long form, in its order: each list, group and text, and the short fields between them. */
export function partsToJumpTo(kind: Kind): EntryPart[] {
  const parts = runsOf(fields[kind]).map(partOf)
  return parts.length > fewParts ? parts : []
}

function runsOf(all: Field[]): Field[][] {
  return all.reduce<Field[][]>((runs, field) => {
    const last = runs.at(-1)
    if (last?.[0] && isShort(last[0]) && isShort(field)) last.push(field)
    else runs.push([field])
    return runs
  }, [])
}

function isShort({ control }: Field) {
  return control !== 'list' && control !== 'group' && control !== 'rich-text'
}

function partOf(run: Field[]): EntryPart {
  const [first, last] = [run[0]!, run.at(-1)!]
  const label = first === last ? first.label : `${first.label} to ${last.label}`
  return { anchor: first.control === 'rich-text' ? `${first.name}-label` : first.name, label }
}
