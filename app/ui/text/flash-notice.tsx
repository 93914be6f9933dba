import { Button } from '#ui/form/button.tsx'
import { Notice } from './notice.tsx'
import styles from './flash-notice.module.css'

interface Props {
  kind: 'success' | 'warning'
  text: string
  items?: string[] | undefined
  link?: { href: string; label: string } | undefined
  /** A plain form, so that it works without scripts. */
  undo?: { action: string; fields: Record<string, string> } | undefined
}

/** The message after an action, with Undo if there is an inverse. */
export function FlashNotice({ kind, text, items = [], link, undo }: Props) {
  return (
    <Notice kind={kind}>
      <p>
        {text}
        {link && (
          <>
            {' '}
            <a href={link.href}>{link.label}</a>
          </>
        )}
      </p>
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {undo && (
        <form method="post" action={undo.action} className={styles.undo}>
          {Object.entries(undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button look="secondary">Undo</Button>
        </form>
      )}
    </Notice>
  )
}
