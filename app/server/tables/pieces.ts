const pieceCharacters = 32 * 1024

/** Many small texts as fewer larger pieces of bytes. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceCharacters) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}
