import { onTestFinished, vi } from 'vitest'

export type Logged = { event: string } & Record<string, unknown>

/** Records what the code under test logs from now on, instead of printing it. */
export function captureLog(): Logged[] {
  const logged: Logged[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    for (const line of String(text).split('\n')) {
      if (line.startsWith('{"at":')) logged.push(JSON.parse(line) as Logged)
    }
    return true
  })
  onTestFinished(() => spy.mockRestore())
  return logged
}
