/** Shown where people are listed, for anyone who was shown a certificate by one of them. */
export function CheckLink() {
  return (
    <p>
      Has someone shown you a certificate? <a href="/certificates">Check it here</a>.
    </p>
  )
}
