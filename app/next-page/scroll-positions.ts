/**
 * Where the pages of this document were scrolled to, by their entry in the history. The browser does this for documents;
 * within one it would scroll before the page is there.
 */

const storageKey = 'scroll-positions'
const positions = new Map<string, number>(readStored())
let here: string | undefined

/** Before another page opens in place: its entry in the history is still the current one. */
export function rememberPosition() {
  window.history.scrollRestoration = 'manual'
  here = nameEntry()
  positions.set(here, window.scrollY)
}

/** Once the page of the current entry is drawn: a new one is shown from its top, an earlier one where it was left. */
export function restorePosition() {
  here = nameEntry()
  window.scrollTo({ top: positions.get(here) ?? 0, behavior: 'instant' })
}

export function followPositions(): () => void {
  // The entry is already the other one; the page and its position are not.
  const onPop = () => {
    if (here) positions.set(here, window.scrollY)
  }
  const onHide = () => {
    if (!here) return
    positions.set(here, window.scrollY)
    store()
    // The next document that shows this entry leaves it to the browser.
    window.history.scrollRestoration = 'auto'
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && here) window.history.scrollRestoration = 'manual'
  }
  here = readState().entry
  window.addEventListener('popstate', onPop)
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('popstate', onPop)
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
  }
}

type HistoryState = { entry?: string }

function readState(): HistoryState {
  return (window.history.state ?? {}) as HistoryState
}

function nameEntry(): string {
  const state = readState()
  if (state.entry) return state.entry
  const entry = String(performance.timeOrigin + performance.now())
  window.history.replaceState({ ...state, entry }, '')
  return entry
}

function store() {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-100)))
  } catch {
    // Without storage a page that is opened again starts at its top.
  }
}

function readStored(): [string, number][] {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}
