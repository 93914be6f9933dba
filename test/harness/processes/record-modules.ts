import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Imported before a program: writes the address of every module that it loads, in any thread, into a file. */
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env['LOADED_MODULES'] ?? '', `${url}\n`)
    return next(url, context)
  },
})
