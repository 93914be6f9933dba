import type { ReactNode } from 'react'

/**
 * Drawn like the icons of the design system: hairlines on a 20 by 20 grid, always beside a label for screen readers.
 */
function Glyph({ children }: { children: ReactNode }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

const glyph = (path: string) =>
  function Icon() {
    return (
      <Glyph>
        <path d={path} />
      </Glyph>
    )
  }

export const Undo = glyph('M7 4 3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H9')
export const Redo = glyph('m13 4 3.5 3.5L13 11m3.5-3.5H8a4.5 4.5 0 0 0 0 9h3')
export const Code = glyph('M7 5.5 2.5 10 7 14.5m6-9 4.5 4.5-4.5 4.5')
export const Bullets = glyph('M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01')
export const Numbers = glyph(
  'M9 5h8M9 10h8M9 15h8M3 3.5l1.2-.6V7M2.8 12.2c.4-1.2 2.4-1 2.2.3-.1.8-1.2 1.5-2.2 2.5h2.4',
)
export const Quote = glyph(
  'M8 6c-3 .8-4.5 3-4.5 6.5 0 1.7 1 2.5 2.2 2.500s2.1-.9 2.1-2.1-.8-2-1.9-2M16.5 6c-3 .8-4.5 3-4.5 6.5 0 1.7 1 2.5 2.2 2.500s2.1-.9 2.1-2.1-.8-2-1.9-2',
)
export const Link = glyph(
  'M8.5 11.500a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.200l-1 1m1 3.200a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.200l1-1',
)
export const File = glyph('M11 2.500H5v15h10v-11zm0 0v4h4M10 9v5m-2-2 2 2 2-2')
export const Footnote = glyph('M3 6h8M3 10h6M3 14h10M15 8V3.500l-1.5 1')
export const Picture = glyph('M2.5 4h15v12h-15zm0 9 4-4 4 4 2.5-2.5 4.5 4M13 7.500h.01')
export const Table = glyph('M2.5 4h15v12h-15zm0 4h15m-15 4h15M7.5 4v12m5-12v12')
export const BlockFormula = glyph('M2.5 3h15m-15 14h15M12.5 7.200V6h-5l3 4-3 4h5v-1.2')
export const Rule = glyph('M2.5 10h15M5 5h10M5 15h10')
export const More = glyph('M4 10h.01M10 10h.01M16 10h.01')
export const RowAbove = glyph('M2.5 9.500h15v7h-15zm5 0v7m5-7v7M10 2v4.500M7.75 4.250h4.5')
export const RowBelow = glyph('M2.5 3.500h15v7h-15zm5 0v7m5-7v7M10 13.500V18m-2.25-2.250h4.5')
export const NoRow = glyph('M2.5 6.500h15v7h-15zM7.500 10h5')
export const ColumnBefore = glyph('M9.500 2.500h7v15h-7zm0 5h7m-7 5h7M2 10h4.500M4.250 7.750v4.500')
export const ColumnAfter = glyph('M3.500 2.500h7v15h-7zm0 5h7m-7 5h7m3-2.500H18m-2.250-2.250v4.500')
export const NoColumn = glyph('M6.500 2.500h7v15h-7zM8.250 10h3.500')
export const HeaderRow = glyph('M2.500 4h15v12h-15zm0 4h15M2.500 6h15')
export const HeaderColumn = glyph('M2.500 4h15v12h-15zm5 0v12M5 4v12')
export const Merge = glyph(
  'M2.500 5h15v10h-15zM5 10h3.500M15 10h-3.500M7 8.500 8.500 10 7 11.500m6-3L11.500 10l1.500 1.500',
)
export const NoTable = glyph('M2.500 4h15v12h-15zm5 4 5 4m0-4-5 4')
