import { setImmediate as yieldToOthers } from 'node:timers/promises'

const batchCharacters = 32 * 1024

/**
 * Joins many small texts into fewer larger chunks of bytes. After each one other requests have their turn: neither SQLite
 * nor a fast reader ever makes us wait.
 */
export async function* inBatches(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < batchCharacters) continue
    yield Buffer.from(piece)
    piece = ''
    await yieldToOthers()
  }
  if (piece !== '') yield Buffer.from(piece)
}
