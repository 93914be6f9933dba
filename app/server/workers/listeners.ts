import { createServer, type AddressInfo, type Server } from 'node:net'
import { explainListening, tryListening } from '#server/http/listen-errors.ts'

interface ListenAddress {
  host: string
  port: number
}

/**
 * Each time round, Node takes one new connection of a socket that listens. Rounds are long when much is to be done, so
 * that people wait outside, whom nobody can even tell to come later. More sockets at the same port are more taken.
 */
const sockets = process.platform === 'linux' ? 16 : 1

/** Opens a server to the world, and tells its port and how to take nobody in any more. */
export async function openListeners(
  server: Server,
  address: ListenAddress,
): Promise<{ port: number; close: () => void }> {
  // Sockets that share a port would share it with those of another process too.
  await tryListening(address)
  const port = await listen(server, address)
  const others = Array.from({ length: sockets - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  await Promise.all(others.map((other) => listen(other, { ...address, port })))
  const close = () => {
    for (const other of others) other.close()
    server.close()
  }
  return { port, close }
}

function listen(server: Server, { host, port }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListening(error, { host, port })))
    server.listen({ host, port, reusePort: sockets > 1 }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })
}
