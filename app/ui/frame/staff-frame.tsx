import { useEffect, useRef, type ReactNode } from 'react'
import { holdsCurrent, isCurrent, type MenuItem } from './menu.ts'
import styles from './staff-frame.module.css'

export type RailItem = MenuItem & {
  /** Why this person may not open it; the entry is then shown without a link. */
  closed?: string | undefined
}

type Props = {
  /** Who is signed in. */
  name: string
  groups: { label: string; items: RailItem[] }[]
  currentPath: string
  tools?: ReactNode
  children: ReactNode
}

/** The staff area: a rail with the areas on the left, the work beside it. Dense and quiet. */
export function StaffFrame({ name, groups, currentPath, tools, children }: Props) {
  const items = groups.flatMap((group) => group.items)
  // If an area is below another one, the inner one counts.
  const current =
    items.find((item) => isCurrent(item, currentPath)) ??
    items.find((item) => holdsCurrent(item, currentPath))
  const rail = useRef<HTMLElement>(null)
  useEffect(() => showCurrent(rail.current), [])
  return (
    <div className={`wrap ${styles.frame}`} data-element="hydrogen">
      <nav ref={rail} className={styles.rail} aria-label="Staff areas">
        <div className={styles.who}>
          <p>{name}</p>
          {tools}
        </div>
        {/* Collapsed on a narrow screen; with enough room the style always shows it. */}
        <details className={styles.areas}>
          <summary>
            Areas
            {current && <span>{current.label}</span>}
          </summary>
          {groups.map((group) => (
            <section key={group.label}>
              <h2>{group.label}</h2>
              <ul>
                {group.items.map((item) => (
                  <li key={item.label}>
                    <RailEntry
                      item={item}
                      mark={item === current ? currentMark(item, currentPath) : undefined}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </details>
      </nav>
      <main id="main" tabIndex={-1} className={styles.work}>
        {children}
      </main>
    </div>
  )
}

/** The rail scrolls separately on a low screen; the current entry must be visible. */
function showCurrent(rail: HTMLElement | null) {
  const mark = rail?.querySelector<HTMLElement>('[aria-current]')
  if (!rail || !mark) return
  const below = mark.getBoundingClientRect().bottom - rail.getBoundingClientRect().bottom
  if (below > -mark.offsetHeight) rail.scrollTop += below + rail.clientHeight / 3
}

function RailEntry({ item, mark }: { item: RailItem; mark: 'page' | 'true' | undefined }) {
  if (item.closed) {
    return (
      <span className={styles.closed} title={item.closed}>
        {item.label}
        <span className="visually-hidden"> ({item.closed})</span>
      </span>
    )
  }
  return (
    <a href={item.href} aria-current={mark}>
      {item.label}
    </a>
  )
}

/** One item of a list belongs to the area of the list. */
function currentMark(item: RailItem, currentPath: string) {
  if (isCurrent(item, currentPath)) return 'page'
  return holdsCurrent(item, currentPath) ? 'true' : undefined
}
