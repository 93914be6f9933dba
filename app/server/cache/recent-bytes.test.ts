import { describe, expect, test } from 'vitest'
import { RecentBytes } from './recent-bytes.ts'

describe('recent bytes', () => {
  test('are made once for simultaneous and later requests', async () => {
    const { recent, make, made } = open({ entries: 5, bytes: 100 })

    const [one, two] = await Promise.all([make('a', 3), make('a', 3)])
    await make('a', 3)

    expect(one).toBe(two)
    expect(made).toEqual(['a'])
    expect(recent).toBeDefined()
  })

  test('are dropped by number, the least recently used first', async () => {
    const { make, made } = open({ entries: 2, bytes: 100 })

    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await make(key, 1)

    expect(made).toEqual(['a', 'b', 'c', 'b'])
  })

  test('are dropped by size, and what is larger than the limit is not stored', async () => {
    const { make, made } = open({ entries: 10, bytes: 10 })

    for (const key of ['a', 'b', 'a']) await make(key, 6)
    await make('huge', 11)
    await make('huge', 11)

    expect(made).toEqual(['a', 'b', 'a', 'huge', 'huge'])
  })

  test('are made one after the other, and a failure is neither stored nor blocking', async () => {
    const recent = new RecentBytes({ entries: 5, bytes: 100 })
    let working = 0
    let max = 0
    const work = async () => {
      max = Math.max(max, ++working)
      await new Promise((resume) => setTimeout(resume, 2))
      working--
      return new Uint8Array(1)
    }
    const failing = recent.findOrMake('bad', () => Promise.reject(new Error('no ink')))

    await expect(failing).rejects.toThrow('no ink')
    await Promise.all(['a', 'b', 'bad'].map((key) => recent.findOrMake(key, work)))

    expect(max).toBe(1)
  })
})

function open(max: { entries: number; bytes: number }) {
  const recent = new RecentBytes(max)
  const made: string[] = []
  const make = (key: string, size: number) =>
    recent.findOrMake(key, async () => {
      made.push(key)
      return new Uint8Array(size)
    })
  return { recent, make, made }
}
