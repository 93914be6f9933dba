import { expect, test } from 'vitest'
import { DrawingThread } from './drawing-thread.server.ts'

/** A scripted thread, instead of the one that knows our documents. */
const code = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ kind, given }) => {
  if (kind === 'wait') Atomics.wait(given, 0, 0)
  if (kind === 'for ever') for (;;);
  if (kind === 'end') process.exit()
  if (kind === 'throw') throw new Error('broken')
  parentPort.postMessage(
    kind === 'refuse' ? { ok: false, message: 'no such sign' } : { ok: true, bytes: new TextEncoder().encode(String(given)) },
  )
})`
const entry = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const flag = () => new Int32Array(new SharedArrayBuffer(4))

function release(held: Int32Array) {
  Atomics.store(held, 0, 1)
  Atomics.notify(held, 0)
}

test('the event loop continues while a document is drawn', async () => {
  const thread = new DrawingThread(entry)
  const held = flag()
  const drawn = thread.draw('wait', held, 'a')
  // Drawn on this thread, nothing could release it.
  setTimeout(() => release(held), 20)

  expect(String(await drawn)).toBe('1')
})

test('few documents of one sender wait, and others come first', async () => {
  const thread = new DrawingThread(entry, { maxPerSender: 2, maxWaiting: 3 })
  const held = flag()
  const done: string[] = []
  const ask = async (name: string, sender: string) => {
    if (await thread.draw('text', name, sender)) done.push(name)
  }
  const first = thread.draw('wait', held, 'a')
  const request = [ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b'), ask('c1', 'c')]
  release(held)
  await Promise.all([first, ...request])

  expect(done).toEqual(['a1', 'b1', 'a2'])
})

test.for(['for ever', 'end', 'throw', 'refuse'])(
  'what goes wrong (%s) fails alone, and the next document is drawn',
  async (kind) => {
    const thread = new DrawingThread(entry, { maxMs: 2000 })
    const broken = thread.draw(kind, '', 'a')
    const next = thread.draw('text', 'next', 'b')

    await expect(broken).rejects.toThrow()
    expect(String(await next)).toBe('next')
  },
)

test('a document that waits longer than its processor time is not ended', async () => {
  const thread = new DrawingThread(entry, { maxMs: 50 })
  const held = flag()
  const drawn = thread.draw('wait', held, 'a')
  setTimeout(() => release(held), 150)

  expect(String(await drawn)).toBe('1')
})

test('a document that waits for ever is ended', async () => {
  const thread = new DrawingThread(entry, { maxMs: 50 })

  await expect(thread.draw('wait', flag(), 'a')).rejects.toThrow('took too long')
})
