import { preload } from 'react-dom'
import mathFont from '#ui/foundations/fonts/stix-two-math.woff2?url'

/** To be called while a formula is rendered: its font then arrives with the page, not after its text was laid out. */
export function preloadMathFont() {
  preload(mathFont, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
