/** How often something may be tried by one person, from one network or for one address. */
export interface Limit {
  /** Under which it is counted. */
  name: string
  max: number
  windowMs: number
  /** Every try restarts the window, so that no period of that length ever holds more. */
  sliding?: true
}

/** The limits of one feature, by the names under which they are counted. No two features share a name. */
export function declareLimits<Name extends string>(
  limits: Record<Name, Omit<Limit, 'name'>>,
): Record<Name, Limit> {
  const named = Object.entries<Omit<Limit, 'name'>>(limits).map(([name, limit]) => [name, { name, ...limit }])
  return Object.fromEntries(named) as Record<Name, Limit>
}
