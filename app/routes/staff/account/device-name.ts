const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser's user agent, in words that its owner knows: `Firefox on Windows`. */
export function deviceName(userAgent: string): string {
  const browser = nameIn(userAgent, browsers) ?? 'A browser'
  const system = nameIn(userAgent, systems)
  return system ? `${browser} on ${system}` : browser
}

function nameIn(userAgent: string, names: [RegExp, string][]) {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}
