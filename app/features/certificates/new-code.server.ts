import { randomBytes } from 'node:crypto'

const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 130 random bits, five in each sign. */
export function newCode(): string {
  return Array.from(randomBytes(26), (byte) => characters[byte & 31]).join('')
}
