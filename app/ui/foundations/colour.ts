/** Colour as three numbers from 0 to 1: gamma-encoded sRGB unless a name says otherwise. */
export type Rgb = [red: number, green: number, blue: number]

export function toHex(rgb: Rgb) {
  return (
    '#' +
    rgb
      .map((channel) =>
        Math.round(channel * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
  )
}

export function fromHex(hex: string): Rgb {
  const channel = (at: number) => parseInt(hex.slice(at, at + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb) {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The sRGB colour of a spectral line at full brightness. No screen can show a pure line: the negative components are
 * cut off.
 */
export function wavelengthToRgb(nanometres: number): Rgb {
  const linear = xyzToLinear(matchColour(nanometres))
  const peak = Math.max(...linear)
  return linear.map((channel) => encode(clamp(channel / peak))) as Rgb
}

/** Lightness 0 to 1, chroma from 0, hue in radians (Björn Ottosson's OKLab in polar form). */
export type Oklch = { lightness: number; chroma: number; hue: number }

export function toOklch(rgb: Rgb): Oklch {
  const [r, g, b] = rgb.map(decode) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const aAxis = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bAxis = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(aAxis, bAxis),
    hue: Math.atan2(bAxis, aAxis),
  }
}

/** The closest colour of that lightness and hue that a screen can show: chroma is reduced. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  const shown = Math.min(chroma, highestChroma(lightness, hue))
  return oklchToLinear({ lightness, chroma: shown, hue }).map((channel) => encode(clamp(channel))) as Rgb
}

function highestChroma(lightness: number, hue: number) {
  let [low, high] = [0, 0.4]
  for (let round = 0; round < 14; round++) {
    const chroma = (low + high) / 2
    const shows = oklchToLinear({ lightness, chroma, hue }).every((channel) => channel >= 0 && channel <= 1)
    if (shows) low = chroma
    else high = chroma
  }
  return low
}

function oklchToLinear({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** CIE 1931 colour matching functions of the 2° observer, every 10 nm from 380 to 730. */
// oxfmt-ignore
const observer: Rgb[] = [
  [0.0014, 0, 0.0065], [0.0042, 0.0001, 0.0201], [0.0143, 0.0004, 0.0679], [0.0435, 0.0012, 0.2074],
  [0.1344, 0.004, 0.6456], [0.2839, 0.0116, 1.3856], [0.3483, 0.023, 1.7471], [0.3362, 0.038, 1.7721],
  [0.2908, 0.06, 1.6692], [0.1954, 0.091, 1.2876], [0.0956, 0.139, 0.813], [0.032, 0.208, 0.4652],
  [0.0049, 0.323, 0.272], [0.0093, 0.503, 0.1582], [0.0633, 0.71, 0.0782], [0.1655, 0.862, 0.0422],
  [0.2904, 0.954, 0.0203], [0.4334, 0.995, 0.0087], [0.5945, 0.995, 0.0039], [0.7621, 0.952, 0.0021],
  [0.9163, 0.87, 0.0017], [1.0263, 0.757, 0.0011], [1.0622, 0.631, 0.0008], [1.0026, 0.503, 0.0003],
  [0.8544, 0.381, 0.0002], [0.6424, 0.265, 0], [0.4479, 0.175, 0], [0.2835, 0.107, 0],
  [0.1649, 0.061, 0], [0.0874, 0.032, 0], [0.0468, 0.017, 0], [0.0227, 0.0082, 0],
  [0.0114, 0.0041, 0], [0.0058, 0.0021, 0], [0.0029, 0.001, 0], [0.0014, 0.0005, 0],
]

function matchColour(nanometres: number): Rgb {
  const position = Math.min(Math.max((nanometres - 380) / 10, 0), observer.length - 1.001)
  const below = observer[Math.floor(position)]!
  const above = observer[Math.floor(position) + 1]!
  return below.map((value, axis) => value + (above[axis]! - value) * (position % 1)) as Rgb
}

function xyzToLinear([x, y, z]: Rgb): Rgb {
  return [
    3.2406 * x - 1.5372 * y - 0.4986 * z,
    -0.9689 * x + 1.8758 * y + 0.0415 * z,
    0.0557 * x - 0.204 * y + 1.057 * z,
  ]
}

function luminance(rgb: Rgb) {
  const [r, g, b] = rgb.map(decode) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function decode(channel: number) {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function encode(channel: number) {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
}

function clamp(channel: number) {
  return Math.min(Math.max(channel, 0), 1)
}
