import { expect, test } from 'vitest'
import { formulaText } from './formula-text.ts'

test.each([
  [String.raw`p' = p + K \sin\theta`, 'p′ = p + K sin θ'],
  [String.raw`\frac{d}{2L^2} \cdot \frac{y_n^2 - y_0^2}{n}`, 'd/(2L²) · (y_n² − y_0²)/n'],
  [String.raw`\left(\tfrac12\right)^2 = \tfrac14`, '(1/2)² = 1/4'],
  [String.raw`x \approx 0.68^\circ`, 'x ≈ 0.68°'],
  [String.raw`C(w) = \int_0^w \cos\frac{\pi t^2}{2}\,dt`, 'C(w) = ∫_0^w cos (π t²)/2 dt'],
  [String.raw`\sqrt{\lambda d / 2}`, '√(λ d / 2)'],
  [String.raw`e^{-x}`, 'e^(−x)'],
  [String.raw`\text{mm}`, 'mm'],
  [String.raw`a, \qquad b \quad c`, 'a, b c'],
  ['', ''],
  [String.raw`\frac{`, '/'],
])('%s is written as %s', (latex, text) => expect(formulaText(latex)).toBe(text))
