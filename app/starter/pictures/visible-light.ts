import type { Colour } from './plate.ts'

/**
 * How the eye sees one wavelength in nanometres, in linear sRGB light. Colours outside the screen's range are moved
 * toward grey until they fit. The matching functions are the sums of lobes fitted to the CIE 1931 observer by Wyman,
 * Sloan and Shirley (2013).
 */
export function wavelengthColour(nanometres: number): Colour {
  // Toward both ends the eye sees the same hue, only fainter.
  const hueAt = Math.min(675, Math.max(425, nanometres))
  const faint = Math.exp(-(((nanometres - hueAt) / 26) ** 2))
  const rgb = toScreen(matching(hueAt))
  const lowest = Math.min(0, ...rgb)
  const [red, green, blue] = rgb.map((part) => (part - lowest) * faint)
  return [red!, green!, blue!]
}

function lobe(at: number, centre: number, below: number, above: number): number {
  const off = (at - centre) * (at < centre ? below : above)
  return Math.exp(-0.5 * off * off)
}

function matching(nm: number): number[] {
  return [
    0.362 * lobe(nm, 442, 0.0624, 0.0374) +
      1.056 * lobe(nm, 599.8, 0.0264, 0.0323) -
      0.065 * lobe(nm, 501.1, 0.049, 0.0382),
    0.821 * lobe(nm, 568.8, 0.0213, 0.0247) + 0.286 * lobe(nm, 530.9, 0.0613, 0.0322),
    1.217 * lobe(nm, 437, 0.0845, 0.0278) + 0.681 * lobe(nm, 459, 0.0385, 0.0725),
  ]
}

function toScreen([x, y, z]: number[]): number[] {
  return [
    3.2406 * x! - 1.5372 * y! - 0.4986 * z!,
    -0.9689 * x! + 1.8758 * y! + 0.0415 * z!,
    0.0557 * x! - 0.204 * y! + 1.057 * z!,
  ]
}
