import { onTestFinished, vi } from 'vitest'

export type LoggedEvent = { event: string } & Record<string, unknown>

/** Records what the code under test logs from now on, instead of printing it. */
export function captureLog(): LoggedEvent[] {
  const logged: LoggedEvent[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    for (const line of String(text).split('\n')) {
      if (line.startsWith('{"at":')) logged.push(JSON.parse(line) as LoggedEvent)
    }
    return true
  })
  onTestFinished(() => spy.mockRestore())
  return logged
}
