/** An email address that breaks where a reader expects it, to fit a narrow column. */
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
