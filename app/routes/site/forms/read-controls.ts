/** The button by which a part was sent: none of them is an answer. */
export type Control =
  | { do: 'on' | 'list' }
  /** Sent by the page itself while somebody writes, on the draft as it was seen last. */
  | { do: 'keep'; version: number }
  | { do: 'add'; repeat: string }
  | { do: 'remove'; repeat: string; row: number }
  | { do: 'drop'; file: string }

const names = ['go', 'keep', 'add', 'remove', 'drop'] as const

/** Takes the button out of what was sent; undefined where there are several or it makes no sense. */
export function readControl(
  typed: Record<string, string>,
): { control: Control; rest: Record<string, string> } | undefined {
  const pressed = names.filter((name) => Object.hasOwn(typed, name))
  const rest = Object.fromEntries(
    Object.entries(typed).filter(([name]) => !(names as readonly string[]).includes(name)),
  )
  if (pressed.length > 1) return undefined
  // Somebody who presses Enter in a field, or whose browser leaves the button out, wants to go on.
  if (pressed[0] === undefined) return { control: { do: 'on' }, rest }
  const control = toControl(pressed[0], typed[pressed[0]] ?? '')
  return control && { control, rest }
}

function toControl(name: (typeof names)[number], value: string): Control | undefined {
  switch (name) {
    case 'go':
      return value === 'on' || value === 'list' ? { do: value } : undefined
    case 'keep':
      return /^\d{1,9}$/.test(value) ? { do: 'keep', version: Number(value) } : undefined
    case 'add':
      return /^\w{1,40}$/.test(value) ? { do: 'add', repeat: value } : undefined
    case 'remove': {
      const [, repeat, row] = /^(\w{1,40})-(\d{1,2})$/.exec(value) ?? []
      return repeat === undefined ? undefined : { do: 'remove', repeat, row: Number(row) }
    }
    case 'drop':
      return /^[\w-]{1,60}$/.test(value) ? { do: 'drop', file: value } : undefined
  }
}
