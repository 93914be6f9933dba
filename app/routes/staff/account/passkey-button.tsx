import { useEffect, useState } from 'react'
import { Button } from '#ui/form/button.tsx'
import { canUsePasskeys, signInByPasskey } from './passkey-client.ts'
import styles from '#routes/staff/sign-in/sign-in.module.css'

interface Props {
  next: string
  /** What follows a success, in place of the page `next`. */
  then?: () => void
}

/** Nearly every browser can do it, so its room is kept from the first; the password form is the way without. */
export function PasskeyButton({ next, then }: Props) {
  const [isShown, setShown] = useState(true)
  const [trouble, setTrouble] = useState('')
  useEffect(() => setShown(canUsePasskeys()), [])
  if (!isShown) return null

  const enter = async () => {
    setTrouble('')
    const outcome = await signInByPasskey(next)
    if (!outcome.ok) return setTrouble(outcome.sentence)
    if (then) then()
    else window.location.assign(outcome.path)
  }
  return (
    <div className={styles.passkey}>
      <Button type="button" look="secondary" onClick={enter}>
        Use a passkey
      </Button>
      <p role="alert">{trouble}</p>
    </div>
  )
}
