import { makeRandom } from '#starter/random.ts'
import { indigo, paper } from './palette.ts'
import { develop, layInk, makeLayer, makePlate, type Painter } from './plate.ts'

/** The Ising model of a magnet at the point where it is about to order: clusters of every size. */
export const isingModel: Painter = (width, height, seed) => {
  const random = makeRandom(seed)
  const across = Math.round(width / 4)
  const down = Math.round((across * height) / width)
  const spins = new Int8Array(across * down)
  for (let site = 0; site < spins.length; site++) spins[site] = random() < 0.5 ? 1 : -1
  const warmth = 1.006
  const bond = 1 - Math.exp(-Math.log(1 + Math.SQRT2) / warmth)
  for (let sweep = 0; sweep < 24; sweep++) flipClusters(spins, across, down, bond, random)
  const shades = makeLayer(width, height)
  for (let row = 0, pixel = 0; row < height; row++) {
    const line = Math.floor((row / height) * down) * across
    for (let column = 0; column < width; column++, pixel++) {
      shades.amount[pixel] = spins[line + Math.floor((column / width) * across)]! > 0 ? 0 : 1
    }
  }
  const plate = makePlate(width, height, paper)
  layInk(plate, shades, indigo)
  return develop(plate, { vignette: 0.1 })
}

/** One step of Swendsen and Wang: equal neighbours are bound by chance, and whole clusters turn over. */
function flipClusters(
  spins: Int8Array,
  across: number,
  down: number,
  bond: number,
  random: () => number,
): void {
  const parent = new Int32Array(spins.length)
  for (let site = 0; site < parent.length; site++) parent[site] = site
  for (let row = 0, site = 0; row < down; row++) {
    for (let column = 0; column < across; column++, site++) {
      const right = column + 1 < across ? site + 1 : site + 1 - across
      const below = row + 1 < down ? site + across : column
      if (spins[site] === spins[right] && random() < bond)
        parent[findRoot(parent, site)] = findRoot(parent, right)
      if (spins[site] === spins[below] && random() < bond)
        parent[findRoot(parent, site)] = findRoot(parent, below)
    }
  }
  const flips = new Int8Array(spins.length)
  for (let site = 0; site < spins.length; site++) {
    const root = findRoot(parent, site)
    if (flips[root] === 0) flips[root] = random() < 0.5 ? 1 : -1
    spins[site]! *= flips[root]!
  }
}

function findRoot(parent: Int32Array, site: number): number {
  let at = site
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]!]!
    at = parent[at]!
  }
  return at
}
