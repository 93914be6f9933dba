import type { ReactNode } from 'react'
import { ExternalMark } from '#ui/text/external-link.tsx'
import { FacebookIcon, LinkedInIcon, TwitterIcon } from '#ui/foundations/icons.tsx'
import type { MenuItem } from './menu.ts'
import styles from './footer.module.css'

export type SocialAddresses = { facebook?: string; linkedin?: string; twitter?: string }

type Props = {
  title: string
  year: number
  links: MenuItem[]
  social: SocialAddresses
  /** Sign-in, or the links to the staff area; shown from 768 px up. */
  account: MenuItem[]
  /** A sentence or two under the title, such as the address. */
  children?: ReactNode
}

const networks = [
  { key: 'facebook', name: 'Facebook', Icon: FacebookIcon },
  { key: 'linkedin', name: 'LinkedIn', Icon: LinkedInIcon },
  { key: 'twitter', name: 'Twitter', Icon: TwitterIcon },
] as const

export function Footer({ title, year, links, social, account, children }: Props) {
  const shown = networks.filter(({ key }) => social[key])
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.inner}`}>
        <div className={styles.name}>
          <p>{title}</p>
          {children}
        </div>
        <nav aria-label="Footer" className={styles.links}>
          <ul>
            {links.map((item) => (
              <FooterLink key={item.label} item={item} />
            ))}
          </ul>
          {account.length > 0 && (
            <ul className={styles.account} data-account="">
              {account.map((item) => (
                <FooterLink key={item.label} item={item} />
              ))}
            </ul>
          )}
        </nav>
        {shown.length > 0 && (
          <ul className={styles.social}>
            {shown.map(({ key, name, Icon }) => (
              <li key={key}>
                <a href={social[key]} rel="external noopener" aria-label={`${name} (another site)`}>
                  <Icon />
                </a>
              </li>
            ))}
          </ul>
        )}
        <p className={styles.copyright}>
          © {year} {title}
        </p>
      </div>
    </footer>
  )
}

function FooterLink({ item }: { item: MenuItem }) {
  return (
    <li>
      <a href={item.href} {...(item.external && { rel: 'external noopener' })}>
        {item.label}
        {item.external && <ExternalMark />}
      </a>
    </li>
  )
}
