import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Sits between the site and its database, and makes the connection normal, slow, silent, cut or refused. */
export type ConnectionState = 'normal' | 'silent' | 'refused' | { slowMs: number }

/** What is behind it: a port of this machine, or the path of a socket. */
type Behind = { port: number } | { path: string }

export async function openProxy(behind: Behind) {
  const lines = new Set<Socket>()
  const frozen = new Set<Socket>()
  /** Every second new connection leads to the stray, if there is one. */
  const proxy = {
    port: 0,
    state: 'normal' as ConnectionState,
    behind,
    stray: undefined as Behind | undefined,
    cut,
    freeze,
    close,
  }
  let count = 0
  const server = createServer((near) => {
    if (proxy.state === 'refused') return near.destroy()
    const far = connect((count++ % 2 && proxy.stray) || proxy.behind)
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      lines.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        lines.delete(from)
        if (!frozen.has(from)) to.destroy()
      })
      void pass(from, to)
    }
  })

  async function pass(from: Socket, to: Socket) {
    try {
      for await (const bytes of from) {
        // What arrived during the silence is delivered afterwards, as after a stalled network.
        while ((proxy.state === 'silent' || frozen.has(from)) && !from.destroyed) await sleep(20)
        if (frozen.has(from)) return
        if (typeof proxy.state === 'object') await sleep(proxy.state.slowMs / 2)
        to.write(bytes as Buffer)
      }
    } catch {
      // Its end is handled in the close event.
    }
  }

  /** Ends every connection immediately, in the middle of whatever is on it. */
  function cut() {
    for (const line of lines) line.destroy()
  }

  /** As when the machine behind has failed: current connections stay open, and nothing comes over them any more. */
  function freeze() {
    for (const line of lines) frozen.add(line)
  }

  async function close() {
    frozen.clear()
    cut()
    server.close()
    await once(server, 'close')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.port = (server.address() as AddressInfo).port
  return proxy
}

/** The address of a test's PostgreSQL, which listens on a socket, through the proxy. */
export function throughProxy(url: string, port: number): string {
  const by = new URL(url)
  by.hostname = '127.0.0.1'
  by.port = String(port)
  by.searchParams.delete('host')
  return by.href
}

export function behindOf(url: string): Behind {
  const { searchParams, port } = new URL(url)
  const folder = searchParams.get('host')
  const number = Number(port || 5432)
  return folder ? { path: `${folder}/.s.PGSQL.${number}` } : { port: number }
}
