import about from '#package.json' with { type: 'json' }

export const version = about.version
/** What this software calls itself to other software. */
export const product = about.name
