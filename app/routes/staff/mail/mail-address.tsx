/** A mail address that may be broken where a reader expects it, so that a narrow column holds it. */
export function MailAddress({ address }: { address: string }) {
  const mark = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, mark)}
      <wbr />
      {address.slice(mark)}
    </>
  )
}
