import { createServer } from 'node:net'
import { ConfigError } from '#server/config/config-error.ts'

/** Says in one sentence which setting is wrong, where the system only gives a code. Other errors stay as they are. */
export function explainListening(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  if (error.code === 'EADDRINUSE')
    return new ConfigError(`PORT ${port} is in use by another program; set PORT to a free one.`)
  if (error.code === 'EACCES')
    return new ConfigError(`This user may not listen on PORT ${port}; set PORT above 1023.`)
  if (notAnAddress.has(error.code ?? ''))
    return new ConfigError(`HOST must be an address of this machine; "${host}" is not.`)
  return error
}

/** Takes the port briefly, to learn early whether it is free. */
export function tryListening(address: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explainListening(error, address)))
    probe.listen(address.port, address.host, () => probe.close(() => resolve()))
  })
}

const notAnAddress = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT', 'EINVAL'])

/** An IPv6 address is in brackets there. */
export function inAddress(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
