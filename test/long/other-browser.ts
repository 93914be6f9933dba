/** A browser other than Chromium, as far as the corpus of hostile texts needs one. */
export interface OtherBrowser {
  name: string
  version: string
  /** Opens a page and waits until it is complete. */
  open(url: string): Promise<void>
  /** Runs an expression in the page and returns its value. */
  evaluate<T>(expression: string): Promise<T>
  /** Cookies are sent to the page that is open. */
  setCookie(name: string, value: string): Promise<void>
  /** How many dialogs pages have opened so far, which is what the corpus does when it runs. */
  countDialogs(): Promise<number>
  close(): Promise<void>
}
