/** Which route answers at a path, by its pattern such as /awards/:slug. */
export function routeNamer(patterns: string[]): (path: string) => string {
  const plain = new Set(patterns.filter((pattern) => !/[:*]/.test(pattern)))
  const others = patterns
    .filter((pattern) => !plain.has(pattern))
    .toSorted((a, b) => weight(b) - weight(a))
    .map((pattern) => ({ pattern, form: formOf(pattern) }))
  return (path) => {
    const pagePath = path === '/_.data' ? '/' : path.replace(/\.data$/, '')
    if (plain.has(pagePath)) return pagePath
    return others.find(({ form }) => form.test(pagePath))?.pattern ?? 'none'
  }
}

/** A more specific pattern goes before a more general one. */
function weight(pattern: string): number {
  return pattern
    .split('/')
    .reduce((sum, part) => sum + (part === '*' ? -100 : part.startsWith(':') ? 1 : 3), 0)
}

function formOf(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : RegExp.escape(part)
  })
  return new RegExp(`^${parts.join('/')}$`)
}
