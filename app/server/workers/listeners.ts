import { createServer, type AddressInfo, type Server } from 'node:net'
import { explainListening, tryListening } from '#server/http/listen-errors.ts'

interface ListenAddress {
  host: string
  port: number
}

/**
 * Node accepts one new connection per listening socket in each turn of the event loop. Turns are long under load, and a
 * client that is not accepted cannot even be told to come back later. More sockets on the port accept more per turn.
 */
const sockets = process.platform === 'linux' ? 16 : 1

/** Starts listening; returns the port and a function that stops accepting connections. */
export async function openListeners(
  server: Server,
  address: ListenAddress,
): Promise<{ port: number; close: () => void }> {
  // Sockets that share a port would also share it with another process.
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
