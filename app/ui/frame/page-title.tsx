import type { ReactNode } from 'react'
import { symbols, type Element } from '#ui/foundations/spectrum.ts'
import { SpectrumStrip } from '#ui/foundations/spectrum-strip.tsx'
import { unbrokenNumbers } from '#ui/text/unbroken-numbers.ts'
import styles from './page-title.module.css'

type Props = {
  title: ReactNode
  element: Element
  lead?: ReactNode
  /** A short line above the title, such as the section or the number of an issue. */
  kicker?: ReactNode
}

/** The head of a page: its one h1, a sentence on what it is, and the spectrum of its section. */
export function PageTitle({ title, element, lead, kicker }: Props) {
  return (
    <header className={styles.head}>
      {kicker && <p className={styles.kicker}>{kicker}</p>}
      <h1>{unbrokenNumbers(title)}</h1>
      {lead && <p className={styles.lead}>{unbrokenNumbers(lead)}</p>}
      <div className={styles.plate}>
        <SpectrumStrip element={element} scale />
        <p aria-hidden="true">
          <span>{symbols[element]}</span> {element}
        </p>
      </div>
    </header>
  )
}
