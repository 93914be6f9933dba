/** What the policy of a page lacks or allows too much; empty if it is as strict as intended. */
export function policyFaults(policy: string, path: string): string[] {
  const rules = new Map(
    policy.split(';').map((rule) => {
      const [name = '', ...values] = rule.trim().split(/\s+/)
      return [name, values.join(' ')]
    }),
  )
  const ownFrames = framed.test(path) && rules.get('frame-ancestors') === `'self'`
  const faults = Object.entries({ ...needed, ...(ownFrames && { 'frame-ancestors': `'self'` }) })
    .filter(([name, value]) => rules.get(name) !== value)
    .map(([name, value]) => `${name} is ${String(rules.get(name))} and not ${value}`)
  if (/unsafe-|\*|https?:|strict-dynamic|allow-duplicates/.test(policy))
    faults.push(`too much is allowed: ${policy}`)
  const types = rules.get('trusted-types') ?? ''
  if (types !== `'none'` && types !== 'ProseMirrorClipboard') faults.push(`trusted-types is ${types}`)
  const frames = rules.get('frame-src')
  if (frames !== undefined && !(frames === `'self'` && framing.test(path)))
    faults.push(`frame-src is ${frames}`)
  return faults
}

/** The preview of an entry, which only the editing page may show in a frame. */
const framed = /^\/editor\/entries\/[\w-]+\/preview$/
const framing = /^\/editor\/entries\/[\w-]+\/?$/

const needed = {
  'default-src': `'none'`,
  'object-src': `'none'`,
  'base-uri': `'none'`,
  'frame-ancestors': `'none'`,
  'form-action': `'self'`,
  'connect-src': `'self'`,
  'require-trusted-types-for': `'script'`,
}
