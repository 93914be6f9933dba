/** `Mod+Alt+M` as people see it on their machine. */
export function shownKeys(keys: string): string {
  return keys.replace('Mod', isApple() ? 'Cmd' : 'Ctrl').replaceAll('+', ' ')
}

/** As aria-keyshortcuts expects it. */
export function ariaKeys(keys: string): string {
  return keys.replace('Mod', isApple() ? 'Meta' : 'Control')
}

function isApple() {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}
