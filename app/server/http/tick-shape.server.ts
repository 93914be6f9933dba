import { createHook } from 'node:async_hooks'

let saved: object | undefined

/**
 * Keeps one of the objects that Node makes for each call of `process.nextTick`, several for every request. If none of
 * them lives during a garbage collection, V8 forgets their shape, and Node's code that makes them stays slow until the
 * process ends: requests then take a sixth more processor time.
 */
export function keepTickObjectShape() {
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === 'TickObject') saved ??= resource
    },
  }).enable()
  process.nextTick(() => {})
  hook.disable()
  return saved
}
