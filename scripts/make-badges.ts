/**
 * Makes the pictures of the badges from the spectrum of each section:
 *   node scripts/make-badges.ts
 * The results are committed. A credential names their hashes, so change them only for a new design.
 */
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { lines, shine, window, type Element, type SpectrumLine } from '#ui/foundations/spectrum.ts'

const folder = new URL('../app/routes/site/certificates/badges/', import.meta.url)
const badges: Record<string, Element> = { fellowship: 'helium', membership: 'neon' }
const ink = '#191b20'

for (const [name, element] of Object.entries(badges)) {
  const svg = drawBadge(element)
  writeFileSync(new URL(`${name}.svg`, folder), svg)
  const png = sharp(Buffer.from(svg), { density: 144 }).resize(600, 600)
  writeFileSync(
    new URL(`${name}.png`, folder),
    await png.png({ palette: true, compressionLevel: 9 }).toBuffer(),
  )
}

/** The lines of an element in the eyepiece of a spectrometer, inside its graduated circle. */
function drawBadge(element: Element): string {
  const ticks = Array.from({ length: 72 }, (_, step) => {
    const inner = step % 18 === 0 ? 124 : step % 6 === 0 ? 130 : 136
    return `<path d="M0-${inner}V-146" transform="rotate(${step * 5})"/>`
  })
  const strips = (lines[element] as SpectrumLine[]).map(([nanometres, strength]) => {
    const x = -105 + (210 * (nanometres - window.from)) / (window.to - window.from)
    const half = Math.sqrt(Math.max(0, 110 ** 2 - x ** 2))
    const look = `stroke="${shine(nanometres)}" stroke-opacity="${(0.35 + 0.65 * strength).toFixed(2)}"`
    return `<path d="M${x.toFixed(1)}-${half.toFixed(1)}V${half.toFixed(1)}" stroke-width="${(2 + 3 * strength).toFixed(1)}" ${look}/>`
  })
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-150 -150 300 300" width="300" height="300">',
    '<circle r="150" fill="#fbfaf6"/>',
    `<g fill="none" stroke="${ink}" stroke-width="2">${ticks.join('')}</g>`,
    `<circle r="114" fill="#0b0d12"/>${strips.join('')}`,
    '</svg>',
  ].join('')
}
