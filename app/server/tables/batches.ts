const batchCharacters = 32 * 1024

/** Joins many small texts into fewer larger chunks of bytes. */
export async function* inBatches(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < batchCharacters) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}
