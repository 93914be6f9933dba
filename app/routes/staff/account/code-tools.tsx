import { useState } from 'react'
import { Button } from '#ui/form/button.tsx'
import { useHasScripts } from '#ui/script/use-has-scripts.ts'
import styles from './factors.module.css'

/** Copies or prints the recovery codes. Without scripts there are no buttons, and the codes can still be selected. */
export function CodeTools({ codes }: { codes: string[] }) {
  const hasScripts = useHasScripts()
  const [said, setSaid] = useState('')
  if (!hasScripts) return null
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setSaid('Copied.'),
      () => setSaid('We could not copy them. Select the codes and copy them yourself.'),
    )
  return (
    <p className={styles.tools}>
      <Button type="button" look="secondary" onClick={() => void copy()}>
        Copy the codes
      </Button>
      <Button type="button" look="secondary" onClick={() => print()}>
        Print
      </Button>
      <span role="status">{said}</span>
    </p>
  )
}
