import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

type Look = 'primary' | 'secondary' | 'quiet'

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style'> & { look?: Look }

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
  look?: Look
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
