/** The little of fontkit 2 that we use; it has no types. */
declare module 'fontkit' {
  interface Path {
    scale(x: number, y: number): Path
    translate(x: number, y: number): Path
    toSVG(): string
  }
  interface GlyphRun {
    glyphs: { path: Path }[]
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  }
  export interface Font {
    unitsPerEm: number
    hasGlyphForCodePoint(code: number): boolean
    layout(text: string): GlyphRun
  }
  export function create(bytes: Uint8Array): Font
}
