import type { ReactNode } from 'react'

/** Our own glyphs on a 20 by 20 grid, drawn in hairlines; always beside or instead of a label for screen readers. */
function Glyph({ children, filled = false }: { children: ReactNode; filled?: boolean }) {
  const paint = filled
    ? { fill: 'currentColor' }
    : { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round' as const }
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false" {...paint}>
      {children}
    </svg>
  )
}

export function SearchIcon() {
  return (
    <Glyph>
      <circle cx="8.5" cy="8.5" r="5.25" />
      <path d="m12.5 12.5 4.25 4.25" />
    </Glyph>
  )
}

export function MenuIcon() {
  return (
    <Glyph>
      <path d="M2.5 5.5h15M2.5 10h15M2.5 14.5h15" />
    </Glyph>
  )
}

export function CloseIcon() {
  return (
    <Glyph>
      <path d="m4.5 4.5 11 11m0-11-11 11" />
    </Glyph>
  )
}

export function SystemIcon() {
  return (
    <Glyph>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
    </Glyph>
  )
}

export function SunIcon() {
  return (
    <Glyph>
      <circle cx="10" cy="10" r="3.5" />
      <path d="M10 1.75v2m0 12.5v2M1.75 10h2m12.5 0h2M4.2 4.2l1.4 1.4m8.8 8.8 1.4 1.4m0-11.6-1.4 1.4m-8.8 8.8-1.4 1.4" />
    </Glyph>
  )
}

export function MoonIcon() {
  return (
    <Glyph>
      <path d="M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5z" strokeLinejoin="round" />
    </Glyph>
  )
}

export function PreviousIcon() {
  return (
    <Glyph>
      <path d="M16.5 10h-13m5-5-5 5 5 5" strokeLinejoin="round" />
    </Glyph>
  )
}

export function NextIcon() {
  return (
    <Glyph>
      <path d="M3.5 10h13m-5-5 5 5-5 5" strokeLinejoin="round" />
    </Glyph>
  )
}

export function FacebookIcon() {
  return (
    <Glyph filled>
      <path d="M11.4 18v-7h2.5l.4-2.9h-2.9V6.3c0-.9.3-1.4 1.5-1.4h1.5V2.3A19 19 0 0 0 12.2 2.2C10 2.2 8.5 3.5 8.5 6v2.1H6V11h2.5v7z" />
    </Glyph>
  )
}

export function LinkedInIcon() {
  return (
    <Glyph filled>
      <path d="M3 7.5h2.9V17H3zM4.45 3a1.65 1.65 0 1 1 0 3.3 1.65 1.65 0 0 1 0-3.3zM7.8 7.5h2.75v1.3c.5-.9 1.5-1.55 2.85-1.55 2.5 0 3.6 1.45 3.6 4.25V17h-2.9v-5c0-1.5-.5-2.25-1.6-2.25-1.2 0-1.85.85-1.85 2.3V17H7.8z" />
    </Glyph>
  )
}

export function TwitterIcon() {
  return (
    <Glyph filled>
      <path d="M18 5.1a6.5 6.5 0 0 1-1.8.5 3.2 3.2 0 0 0 1.4-1.75 6.3 6.3 0 0 1-2.05.8 3.25 3.25 0 0 0-5.6 2.95A9.2 9.2 0 0 1 3.3 4.2a3.25 3.25 0 0 0 1 4.35 3.2 3.2 0 0 1-1.5-.4c0 1.6 1.1 2.95 2.6 3.25-.5.15-1 .15-1.45.05.4 1.3 1.6 2.2 3 2.25A6.5 6.5 0 0 1 2.15 15a9.2 9.2 0 0 0 5 1.45c6 0 9.45-5.05 9.25-9.75.65-.45 1.2-1 1.6-1.6z" />
    </Glyph>
  )
}

export function PlusIcon() {
  return (
    <Glyph>
      <path d="M10 4v12M4 10h12" />
    </Glyph>
  )
}

export function AccountIcon() {
  return (
    <Glyph>
      <circle cx="10" cy="7" r="3.25" />
      <path d="M3.500 17c.7-3.700 3.200-5 6.500-5s5.800 1.300 6.500 5" />
    </Glyph>
  )
}

export function EditIcon() {
  return (
    <Glyph>
      <path d="M3.500 16.500 4.500 12.500 13 4l3 3-8.500 8.500zM11 6l3 3" />
    </Glyph>
  )
}

export function EyeIcon() {
  return (
    <Glyph>
      <path d="M1.75 10S4.75 4.75 10 4.75 18.25 10 18.25 10 15.25 15.25 10 15.25 1.75 10 1.75 10z" />
      <circle cx="10" cy="10" r="2.25" />
    </Glyph>
  )
}
