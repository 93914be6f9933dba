import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitText, type TextBox } from './wrap-text.ts'

// Every letter is half as wide as the text is high, so that lines can be counted by hand.
const measure = (text: string) => Array.from(text).length / 2
const room: TextBox = { width: 1000, height: 300, lineHeight: 1, maxLines: 4, sizes: [100, 50] }

describe('fitting a title', () => {
  test('takes the largest size', () => {
    expect(fitText('Constitution', room, measure)).toEqual({ size: 100, lines: ['Constitution'] })
  })

  test('breaks it into lines of about equal length', () => {
    expect(fitText('Life Members or IAPS Associates', room, measure).lines).toEqual([
      'Life Members or',
      'IAPS Associates',
    ])
  })

  test('takes a smaller size if a word is too long or the lines are too many', () => {
    expect(fitText('x'.repeat(30), room, measure)).toEqual({ size: 50, lines: ['x'.repeat(30)] })
    expect(fitText('ten letter '.repeat(9), room, measure).size).toBe(50)
  })

  test('cuts what cannot fit, and marks it', () => {
    const { size, lines } = fitText(`${'y'.repeat(100)} ${'word '.repeat(100)}`, room, measure)

    expect(size).toBe(50)
    expect(lines).toHaveLength(4)
    expect(lines.at(-1)).toMatch(/…$/)
  })

  test('never overflows and never loses a word as long as all fit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (title) => {
        const { size, lines } = fitText(title, room, measure)

        expect(lines.length).toBeLessThanOrEqual(4)
        for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(room.width)
        if (!lines.at(-1)?.endsWith('…'))
          expect(lines.join('').replaceAll(/\s/g, '')).toBe(title.replaceAll(/\s/g, ''))
      }),
      { seed: 630, numRuns: 300 },
    )
  })
})
