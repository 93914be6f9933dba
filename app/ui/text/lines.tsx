/** Text whose lines stay lines, such as a postal address. */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no other name
    <span key={index}>
      {line}
      <br />
    </span>
  ))
}
