/** A formula in one line of text, for places that cannot set it: `\frac{a}{2}` becomes `a/2`. */
export function formulaText(latex: string): string {
  const reader = new Reader(latex)
  return reader
    .readAll()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;)])|(?<=\() /g, '')
    .trim()
}

class Reader {
  private at = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  readAll(end?: string): string {
    let text = ''
    while (this.at < this.source.length && this.source[this.at] !== end) text += this.readNext()
    this.at++
    return text
  }

  /** A sign, a command with what belongs to it, or a group in braces. */
  private readNext(): string {
    const sign = this.source[this.at++] ?? ''
    switch (sign) {
      case '{':
        return this.readAll('}')
      case '\\':
        return this.readCommand()
      case '^':
        return raised(this.readArgument())
      case '_':
        return `_${whole(this.readArgument())}`
      case '-':
        return '−'
      case "'":
        return '′'
      case '&':
        return ' '
      default:
        return '=<>+'.includes(sign) ? ` ${sign} ` : sign
    }
  }

  private readArgument(): string {
    while (this.source[this.at] === ' ') this.at++
    return this.readNext().trim()
  }

  private readCommand(): string {
    const name = /^(?:[A-Za-z]+|.)?/su.exec(this.source.slice(this.at))?.[0] ?? ''
    this.at += name.length
    if (/^[tdc]?frac$/.test(name)) return `${whole(this.readArgument())}/${divisor(this.readArgument())}`
    if (name === 'sqrt') return `√${whole(this.readArgument())}`
    return signs[name] ?? (greek[name] || (/^[A-Za-z]/.test(name) ? ` ${name} ` : ' '))
  }
}

/** In brackets, unless it cannot be misread. */
function whole(text: string): string {
  return /^[\p{L}\p{N}.°′]*$/u.test(text) ? text : `(${text.trim()})`
}

/** A product below a stroke would be read as a factor behind it. */
function divisor(text: string): string {
  return /^(\d*|\p{L}[²³]?)$/u.test(text) ? text : `(${text.trim()})`
}

function raised(text: string): string {
  if (text === '°' || text === '′') return text
  return { '1': '¹', '2': '²', '3': '³' }[text] ?? `^${whole(text)}`
}

const nothing = Object.fromEntries(
  [
    ...['left', 'right', 'big', 'Big', 'text', 'mathrm', 'mathbf', 'mathit', 'operatorname', 'displaystyle'],
    ...['limits', 'begin', 'end'],
  ].map((name) => [name, '']),
)

const signs: Record<string, string> = {
  ...nothing,
  quad: '  ',
  qquad: '  ',
  cdot: ' · ',
  times: ' × ',
  pm: ' ± ',
  approx: ' ≈ ',
  sim: ' ~ ',
  neq: ' ≠ ',
  ne: ' ≠ ',
  le: ' ≤ ',
  leq: ' ≤ ',
  ge: ' ≥ ',
  geq: ' ≥ ',
  to: ' → ',
  infty: '∞',
  int: '∫',
  sum: '∑',
  partial: '∂',
  nabla: '∇',
  hbar: 'ℏ',
  langle: '⟨',
  rangle: '⟩',
  circ: '°',
  ldots: '…',
  dots: '…',
  prime: '′',
  '{': '{',
  '}': '}',
  '%': '%',
}

const greek: Record<string, string> = Object.fromEntries(
  [
    'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ',
    'pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π',
    'Sigma Σ Phi Φ Psi Ψ Omega Ω',
  ]
    .join(' ')
    .split(' ')
    .flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1] ?? '']] : [])),
)
