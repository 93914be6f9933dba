import { MoonIcon, SunIcon, SystemIcon } from '#ui/foundations/icons.tsx'
import styles from './theme-toggle.module.css'

/**
 * Cycles system, light, dark. The page script does the work, so it is not shown without scripts. On pages that hydrate,
 * its name changes before React sees it.
 */
export function ThemeToggle() {
  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        data-theme-toggle=""
        aria-label="Theme: system"
        title="Theme: system"
        suppressHydrationWarning
      >
        <span data-for="system">
          <SystemIcon />
        </span>
        <span data-for="light">
          <SunIcon />
        </span>
        <span data-for="dark">
          <MoonIcon />
        </span>
      </button>
      <span className="visually-hidden" role="status" data-theme-status="" />
    </>
  )
}
