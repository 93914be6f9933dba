import { createServer, type AddressInfo, type Server } from 'node:net'
import { explainListening, tryListening } from '#server/http/listen-errors.ts'

interface Place {
  host: string
  port: number
}

/**
 * Each time round, Node takes one new connection of a socket that listens. Rounds are long when much is to be done, so
 * that people wait outside, whom nobody can even tell to come later. More sockets at the same port are more taken.
 */
const sockets = process.platform === 'linux' ? 16 : 1

/** Opens a server to the world, and tells its port and how to take nobody in any more. */
export async function openDoor(server: Server, place: Place): Promise<{ port: number; close: () => void }> {
  // Sockets that share a port would share it with those of another process too.
  await tryListening(place)
  const port = await listen(server, place)
  const others = Array.from({ length: sockets - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  await Promise.all(others.map((other) => listen(other, { ...place, port })))
  const close = () => {
    for (const other of others) other.close()
    server.close()
  }
  return { port, close }
}

function listen(server: Server, { host, port }: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListening(error, { host, port })))
    server.listen({ host, port, reusePort: sockets > 1 }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })
}
