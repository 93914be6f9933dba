/** Which link the form answers, and what its page showed: an answer to something else is refused. */
export function LinkFields({ token, hash }: { token: string; hash: string }) {
  return (
    <>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="shown" value={hash} />
    </>
  )
}
