/** One part of a form with files. Its body must be read before the next part. */
export interface BodyPart {
  name: string
  /** The sender's file name; undefined for a plain field. */
  fileName: string | undefined
  body: AsyncGenerator<Uint8Array>
}

export class BadMultipart extends Error {}

const maxHeadBytes = 4096
const maxParts = 40

/**
 * Reads a multipart/form-data form as a stream: only a chunk of it is in memory. Anything that violates RFC 7578, or is
 * more than a person would send, throws.
 */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  type: string,
): AsyncGenerator<BodyPart> {
  const boundary = /^multipart\/form-data\s*;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*$/i.exec(type)?.[1]
  if (boundary === undefined) throw new BadMultipart('The form has no boundary.')
  const source = new Source(body, Buffer.from(`\r\n--${boundary}`))
  // There may be anything before the first part, but nobody uses it.
  await drain(source.untilMark(maxHeadBytes))
  for (let count = 0; ; count++) {
    const next = await source.take(2)
    if (next === '--') return
    if (next !== '\r\n' || count === maxParts) throw new BadMultipart('The form has no clear parts.')
    const part = readHead(await source.takeHead(maxHeadBytes), source.untilMark(Infinity))
    yield part
    await drain(part.body)
  }
}

function readHead(text: string, body: BodyPart['body']): BodyPart {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(text)?.[1] ?? ''
  const name = /(?:^|;)\s*name="([^"]{0,200})"/i.exec(disposition)?.[1]
  if (name === undefined) throw new BadMultipart('A part of the form has no name.')
  const fileName = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1]
  return { name, fileName: fileName?.replaceAll(/%(22|0D|0A)/gi, decodeURIComponent), body }
}

async function drain(body: AsyncGenerator<Uint8Array>) {
  for await (const _ of body);
}

/** The incoming bytes, with a few held back so that a boundary is found even across two chunks. */
class Source {
  // The first boundary may be at the very start, without the line break that precedes all others.
  private held = Buffer.from('\r\n')
  private readonly pieces: AsyncIterator<Uint8Array>
  private readonly mark: Buffer

  constructor(body: AsyncIterable<Uint8Array>, mark: Buffer) {
    this.pieces = body[Symbol.asyncIterator]()
    this.mark = mark
  }

  /** Everything up to the next boundary, which is consumed too. */
  async *untilMark(max: number): AsyncGenerator<Uint8Array> {
    for (let given = 0; ;) {
      const at = this.held.indexOf(this.mark)
      const ready = at === -1 ? Math.max(0, this.held.length - this.mark.length + 1) : at
      const piece = this.held.subarray(0, ready)
      given += piece.length
      if (given > max) throw new BadMultipart('The form does not start with a boundary.')
      this.held = this.held.subarray(at === -1 ? ready : at + this.mark.length)
      if (piece.length > 0) yield piece
      if (at !== -1) return
      await this.more()
    }
  }

  async take(count: number): Promise<string> {
    while (this.held.length < count) await this.more()
    const taken = this.held.toString('latin1', 0, count)
    this.held = this.held.subarray(count)
    return taken
  }

  async takeHead(max: number): Promise<string> {
    let at = this.held.indexOf('\r\n\r\n')
    while (at === -1) {
      if (this.held.length > max) throw new BadMultipart('The header of a part is too long.')
      await this.more()
      at = this.held.indexOf('\r\n\r\n')
    }
    if (at > max) throw new BadMultipart('The header of a part is too long.')
    const head = this.held.toString('utf8', 0, at)
    this.held = this.held.subarray(at + 4)
    return head
  }

  private async more() {
    const { done, value } = await this.pieces.next()
    if (done) throw new BadMultipart('The form ends too early.')
    this.held = Buffer.concat([this.held, value])
  }
}
