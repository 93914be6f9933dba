/** Stands where people are listed, for whoever was shown a certificate by one of them. */
export function CheckLink() {
  return (
    <p>
      Were you shown a certificate? <a href="/certificates">Check it here</a>.
    </p>
  )
}
