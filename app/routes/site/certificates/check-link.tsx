/** Stands where people are listed, for whoever was shown a certificate by one of them. */
export function CheckLink() {
  return (
    <p>
      Has someone shown you a certificate? <a href="/certificates">Check it here</a>.
    </p>
  )
}
