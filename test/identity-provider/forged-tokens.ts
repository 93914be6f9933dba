import { createHmac } from 'node:crypto'

/** ID tokens with a signature that anyone could make. */

export function unsigned(claims: object): string {
  return `${head('none')}.${part(claims)}.`
}

export function byPassword(claims: object, secret: string): string {
  const start = `${head('HS256')}.${part(claims)}`
  return `${start}.${createHmac('sha256', secret).update(start).digest('base64url')}`
}

function head(alg: string): string {
  return part({ alg, typ: 'JWT' })
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
