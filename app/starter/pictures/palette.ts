import { colour } from './plate.ts'

/** The few colours all pictures share: two backgrounds, and matching inks and lights. */
export const night = colour('#0b101b')
export const paper = colour('#f5f1e7')

export const indigo = colour('#22305a')
export const oxblood = colour('#8c2f2b')
export const ochre = colour('#b57f2a')
export const verdigris = colour('#3c7a72')
export const graphite = colour('#3a3d46')

export const ice = colour('#bfe3f2')
export const amber = colour('#f0b04a')
export const rose = colour('#e0685a')
export const ivory = colour('#f7eed8')
