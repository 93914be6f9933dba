export interface Described {
  label: string
  /** Its name outside its group, if the label needs the group. */
  alone?: string
  hint?: string
  /** Pages may show it, so it may reach a browser. */
  isPublic?: true
  /** About access, rights or retention: changing it is as sensitive as changing a role. */
  isSafety?: true
}

/** How a sentence about a wrong value names it, such as “The headquarters”. */
interface Named {
  subject: string
}

export type Setting = Described &
  (
    | ({ kind: 'line'; initial: string; required?: string } & Named)
    | ({ kind: 'web-address' | 'mail-address' | 'upi-address'; initial: string } & Named)
    /** A moment in Indian time, as the office types it. */
    | ({ kind: 'indian-time'; initial: string } & Named)
    | { kind: 'day'; initial: string; required: string }
    | { kind: 'fee' | 'age'; initial: string }
    | { kind: 'text'; initial: string; max: number; shorten: string }
    | { kind: 'yes-no'; initial: boolean }
    /** A picture of the library, by its id. */
    | { kind: 'picture'; initial: string }
    | ({ kind: 'count'; initial: number; min: number; max: number } & Named)
  )
