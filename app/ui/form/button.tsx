import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

type ButtonLook = 'primary' | 'secondary' | 'quiet'

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style'> & { look?: ButtonLook }

export function Button({ look = 'primary', type = 'submit', ...rest }: ButtonProps) {
  return <button type={type} className={`${styles.button} ${styles[look] ?? ''}`} {...rest} />
}

/** A link that looks like a button: the start of a form, a download. */
export function ButtonLink({
  look = 'primary',
  href,
  children,
  download,
}: {
  look?: ButtonLook
  href: string
  children: ReactNode
  download?: boolean
}) {
  return (
    <a
      href={href}
      className={`${styles.button} ${styles[look] ?? ''}`}
      data-button=""
      {...(download && { download: '' })}
    >
      {children}
    </a>
  )
}
