import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'

/** Runs in a process of its own: `node run-emulator.ts FOLDER PROJECT`. */

const [folder = '', projectId = ''] = process.argv.slice(2)
const { createApp } = createRequire(folder)('firebase-tools/lib/emulator/auth/server.js') as {
  createApp(projectId: string): Promise<{ listen(port: number, host: string, then: () => void): Server }>
}
const app = await createApp(projectId)
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
