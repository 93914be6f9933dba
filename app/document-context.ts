import { createContext } from 'react'

/** What the server puts into the document itself: styles and scripts to inline, and how errors are named. */
export interface DocumentFacts {
  styles: string
  /** Scripts that only this page carries, as its route's `handle` names them. */
  scripts: string[]
  nonce?: string
  reference: string
  /** What to say where the database or the disk has failed. */
  failure?: { status: number; sentence: string }
}

export const DocumentContext = createContext<DocumentFacts | undefined>(undefined)
