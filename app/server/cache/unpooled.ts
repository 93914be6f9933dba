/**
 * A copy in memory of its own, for bytes that stay. Node puts everything shorter than 32 KB into blocks of 64 KB, and a
 * few bytes that stay hold on to a whole block: the two compressed versions of a page took 131 KB instead of 20.
 */
export function unpooled(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
