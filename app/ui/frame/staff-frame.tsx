import type { ReactNode } from 'react'
import { holdsCurrent, isCurrent } from './menu.ts'
import { currentItem, openGroups, waitingIn, type RailGroup, type RailItem } from './rail.ts'
import styles from './staff-frame.module.css'

type Props = {
  groups: RailGroup[]
  currentPath: string
  children: ReactNode
}

/** The staff area: a rail with the areas on the left, the work beside it. Dense and quiet. */
export function StaffFrame({ groups, currentPath, children }: Props) {
  const current = currentItem(groups, currentPath)
  const open = openGroups(groups, current)
  return (
    <div className={`wrap ${styles.frame}`} data-element="hydrogen">
      <nav className={styles.rail} aria-label="Staff areas">
        {/* Collapsed on a narrow screen; with enough room the style always shows it. */}
        <details className={styles.areas}>
          <summary>
            Areas
            {current && <span>{current.label}</span>}
          </summary>
          {groups.map((group) => (
            <details key={group.label} className={styles.group} open={open.has(group)}>
              <summary>
                <h2>{group.label}</h2>
                <Waiting count={waitingIn(group)} />
              </summary>
              <ul>
                {group.items.map((item) => (
                  <li key={item.label}>
                    <RailEntry
                      item={item}
                      mark={item === current ? ariaCurrentOf(item, currentPath) : undefined}
                    />
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </details>
      </nav>
      <main id="main" tabIndex={-1} className={styles.work}>
        {children}
      </main>
    </div>
  )
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
      <Waiting count={item.waiting} />
    </a>
  )
}

function Waiting({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <span className={styles.waiting}>
      {count > 999 ? '999+' : count}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}

/** One item of a list belongs to the area of the list. */
function ariaCurrentOf(item: RailItem, currentPath: string) {
  if (isCurrent(item, currentPath)) return 'page'
  return holdsCurrent(item, currentPath) ? 'true' : undefined
}
