import type { Page } from 'playwright-core'

/** Each key counts, also each character that is typed. */
export function countKeys({ keyboard }: Page) {
  const keys = { count: 0 }
  const press = keyboard.press.bind(keyboard)
  const type = keyboard.type.bind(keyboard)
  keyboard.press = async (...pressed) => {
    keys.count++
    await press(...pressed)
  }
  keyboard.type = async (text, options) => {
    keys.count += text.length
    await type(text, options)
  }
  return keys
}

const keysPerSecond = 1.5

/** A table of errands with their keys, and the seconds of someone who presses three keys in two seconds. */
export function listKeys(counted: [errand: string, keys: number][]): string {
  const rows = counted.map(([errand, keys]) => `| ${errand} | ${keys} | ${Math.ceil(keys / keysPerSecond)} |`)
  return ['| Errand | Keys | Seconds |', '|---|---|---|', ...rows].join('\n')
}
