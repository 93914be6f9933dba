import type PdfDocument from 'pdfkit'
import { encode } from 'uqr'
import { lines, shine, window, type Element, type SpectrumLine } from '#ui/foundations/spectrum.ts'

/** The drawings on a certificate, all of them lines and areas that stay sharp at any size. */

type Pdf = InstanceType<typeof PdfDocument>

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const plate = '#14161b'

/** Two fine frames, one in the other. */
export function drawHairline(pdf: Pdf, { x, y, width, height }: Box, colour: string) {
  pdf.lineWidth(0.75).strokeColor(colour).rect(x, y, width, height).stroke()
  pdf
    .lineWidth(0.35)
    .rect(x + 4, y + 4, width - 8, height - 8)
    .stroke()
}

/** The position of a wavelength on a strip. */
function xOn({ x, width }: Box, nanometres: number): number {
  return x + (width * (nanometres - window.from)) / (window.to - window.from)
}

/** The emission spectrum of an element as a photographic plate shows it. */
export function drawSpectrum(pdf: Pdf, element: Element, strip: Box) {
  const { x, y, width, height } = strip
  pdf.rect(x, y, width, height).fill(plate)
  for (const [nanometres, strength] of lines[element] as SpectrumLine[]) {
    const middle = xOn(strip, nanometres)
    const colour = shine(nanometres)
    for (const [spread, share] of halo)
      pdf
        .fillOpacity(share * strength)
        .rect(middle - spread / 2, y, spread, height)
        .fill(colour)
    const core = strength > 0.6 ? 1.5 : 0.9
    pdf
      .fillOpacity(0.25 + 0.75 * strength)
      .rect(middle - core / 2, y, core, height)
      .fill(colour)
  }
  pdf.fillOpacity(1)
}

/** Its wavelengths in nanometres. */
export function drawScale(
  pdf: Pdf,
  strip: Box,
  colour: string,
  write: (mark: string, x: number, y: number) => void,
) {
  const under = strip.y + strip.height
  for (const mark of [400, 450, 500, 550, 600, 650, 700]) {
    const x = xOn(strip, mark)
    const isWhole = mark % 100 === 0
    pdf.rect(x - 0.25, under, 0.5, isWhole ? 4 : 2.5).fill(colour)
    if (isWhole) write(String(mark), x, under + 12)
  }
}

/** A line glows slightly to both sides. */
const halo = [
  [7, 0.1],
  [4.5, 0.14],
  [2.6, 0.22],
] as const

/** The emblem: the lines of hydrogen seen through the eyepiece of a spectrometer, inside its graduated circle. */
export function drawEmblem(
  pdf: Pdf,
  { x, y, radius }: { x: number; y: number; radius: number },
  ink: string,
) {
  const unit = radius / 21
  const point = (angle: number, r: number) =>
    [x + r * unit * Math.sin(angle), y - r * unit * Math.cos(angle)] as const
  for (let step = 0; step < 36; step++) {
    const angle = (step * Math.PI) / 18
    const inner = step % 9 === 0 ? 17 : step % 3 === 0 ? 18.2 : 19.4
    pdf.moveTo(...point(angle, inner)).lineTo(...point(angle, 21))
  }
  pdf
    .lineWidth(0.8 * unit)
    .strokeColor(ink)
    .stroke()
  pdf.circle(x, y, 15 * unit).fill('#0b0d12')
  for (const [across, colour] of balmer) {
    const half = Math.sqrt(14.6 ** 2 - across ** 2) * unit
    pdf.moveTo(x + across * unit, y - half).lineTo(x + across * unit, y + half)
    pdf
      .lineWidth(1.5 * unit)
      .strokeColor(colour)
      .stroke()
  }
}

const balmer = [
  [-9.6, '#9b62ff'],
  [-7.1, '#8a62ff'],
  [-2.4, '#00beff'],
  [8.8, '#ff3b30'],
] as const

/** The dark squares of the code, row by row; adjacent ones are one area, so that no gap shows between them. */
export function drawQrCode(
  pdf: Pdf,
  content: string,
  { x, y, size }: { x: number; y: number; size: number },
  ink: string,
) {
  const { data } = encode(content, { ecc: 'M', border: 0 })
  const side = size / data.length
  data.forEach((row, down) => {
    let start = 0
    row.forEach((isDark, across) => {
      if (!isDark) start = across + 1
      else if (!row[across + 1])
        pdf.rect(x + start * side, y + down * side, (across + 1 - start) * side, side)
    })
  })
  pdf.fill(ink)
}
