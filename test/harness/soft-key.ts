import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** A passkey in software: what a phone or laptop would answer, by the rules of WebAuthn. */
export class SoftKey {
  readonly #id = randomBytes(32)
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  readonly #origin: string
  #counter = 1

  constructor(origin: string) {
    this.#origin = origin
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = pair.privateKey
    this.#publicKey = pair.publicKey
  }

  /** The answer to options for adding a passkey. */
  register(challenge: string) {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const cose = cbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.from([0, this.#id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, cose])
    const authData = Buffer.concat([this.#authenticatorData(0x45, 0), attested])
    const object = new Map<Cbor, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map<Cbor, Cbor>()],
      ['authData', authData],
    ])
    return this.#answer({
      clientDataJSON: text(this.#clientData('webauthn.create', challenge, this.#origin)),
      attestationObject: text(cbor(object)),
    })
  }

  /** The answer to options for signing in. */
  sign(
    requested: string,
    change: { flags?: number; origin?: string; counter?: number; challenge?: string } = {},
  ) {
    const { flags = 0x05, origin = this.#origin, counter = ++this.#counter, challenge = requested } = change
    const clientData = this.#clientData('webauthn.get', challenge, origin)
    const data = this.#authenticatorData(flags, counter)
    return this.#answer({
      clientDataJSON: text(clientData),
      authenticatorData: text(data),
      signature: text(sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#privateKey)),
    })
  }

  #answer<Response extends object>(response: Response) {
    const id = text(this.#id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authenticatorData(flags: number, counter: number): Buffer {
    const end = Buffer.alloc(5)
    end[0] = flags
    end.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(Buffer.from(new URL(this.#origin).hostname)), end])
  }
}

type Cbor = number | string | Buffer | Map<Cbor, Cbor>

/** As much of RFC 8949 as a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([name, inner]) => [cbor(name), cbor(inner)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url')
}
