export function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

export function readCookie(header: string | null, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const mark = part.indexOf('=')
    if (part.slice(0, mark).trim() === name) return decode(part.slice(mark + 1).trim())
  }
  return undefined
}

export function writeCookie(name: string, value: string, seconds: number, origin: string): string {
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure(origin) ? '; Secure' : ''}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
