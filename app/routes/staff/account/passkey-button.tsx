import { useEffect, useState } from 'react'
import { Button } from '#ui/form/button.tsx'
import { canUsePasskeys } from '#ui/script/passkey-ceremony.ts'
import { signInByPasskey } from './passkey-client.ts'
import styles from '#routes/staff/sign-in/sign-in.module.css'

interface Props {
  next: string
  /** Runs after a success, instead of opening the page `next`. */
  then?: () => void
}

/**
 * Nearly every browser supports it, so its space is reserved from the start; the password form is the alternative. On the
 * sign-in pages a small script does the same without React.
 */
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
    <div className={styles.passkey} data-passkey={next}>
      <Button type="button" look="secondary" onClick={enter}>
        Use a passkey
      </Button>
      <p role="alert">{trouble}</p>
    </div>
  )
}
