/** A moment given by the clock of the Academy's office, such as "2026-12-10T17:00". */
export function indianTime(dayAndTime: string): number {
  return Date.parse(`${dayAndTime}+05:30`)
}
