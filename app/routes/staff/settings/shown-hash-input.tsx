/** What the page showed; it is sent with every change. */
export function ShownHashInput({ value }: { value: string }) {
  return <input type="hidden" name="shownHash" value={value} />
}
