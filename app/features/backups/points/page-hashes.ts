import { hash } from 'node:crypto'

/** What every page of the database contained, as hashes, to find those that changed. */
export class PageHashes {
  #bytes: Buffer

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = Buffer.from(bytes)
  }

  /** Whether a page differs from what was here before; from now on this is its content. */
  take(number: number, page: Buffer): boolean {
    if (number === unusedPage(page.length)) return false
    const at = (number - 1) * hashBytes
    const now = hash('sha256', page, 'buffer').subarray(0, hashBytes)
    if (now.equals(this.#bytes.subarray(at, at + hashBytes))) return false
    now.copy(this.#bytes, at)
    return true
  }

  /** To the number of pages that the file has now. */
  resize(pages: number): void {
    const resized = Buffer.alloc(pages * hashBytes)
    this.#bytes.copy(resized)
    this.#bytes = resized
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  /** One hash of the whole file. */
  digest(): string {
    return hash('sha256', this.#bytes)
  }
}

const hashBytes = 16

/** SQLite never writes the page at 1 GiB and has no place for it in the log: https://www.sqlite.org/fileformat2.html#the_lock_byte_page */
function unusedPage(pageSize: number): number {
  return 2 ** 30 / pageSize + 1
}
