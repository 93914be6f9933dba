import { makeRandom } from '#starter/random.ts'
import { develop, makePlate, makeRamp, paintField, type Painter } from './plate.ts'

/** Newton's rings in the light of a sodium lamp: the air between a lens and a flat glass. */
export const newtonsRings: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const plate = makePlate(width, height, [0, 0, 0])
  const ramp = makeRamp([
    [0, '#0d0b0e'],
    [0.3, '#4a2c12'],
    [0.65, '#c98a2b'],
    [1, '#ffe3a3'],
  ])
  const [left, up, squeeze] = [0.2 + 0.1 * random(), 0.08 * random(), 1 + 0.04 * (random() - 0.5)]
  paintField(plate, ramp, (x, y) => {
    const air = (x + left) * (x + left) * squeeze + (y + up) * (y + up)
    const washedOut = Math.exp(-air * 0.24)
    return 0.5 - 0.5 * washedOut * Math.cos(2 * Math.PI * air * 9.2) + 0.02 - 0.07 * air
  })
  return develop(plate, { vignette: 0.5, grain: 3 })
}
