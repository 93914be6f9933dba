import { readdirSync } from 'node:fs'

/** The programs and threads of the site itself: what is in the first folder and configures nothing. */
export const rootPrograms = readdirSync('.').filter((name) => /(?<!\.config)\.ts$/.test(name))
