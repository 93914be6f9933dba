import { createContext } from 'react'

/** One toolbar for all texts of a long document: it belongs to the text that had the focus last. */
export interface SharedToolbar {
  /** Where the toolbar is drawn; null until the page has been rendered. */
  host: HTMLElement | null
  /** The id of the text that it belongs to. */
  owner: string | undefined
  take: (id: string) => void
  /** Each text reports that it is there; returns how to leave. */
  join: (id: string) => () => void
}

export const SharedToolbarContext = createContext<SharedToolbar | undefined>(undefined)
