import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { starterPictures } from '#starter/pictures/all.ts'

function photo(name: string) {
  const picture = starterPictures.find((each) => each.name === name)
  if (!picture) throw new Error(`There is no starter picture named ${name}.`)
  return {
    file: `picture:${name}`,
    alt: picture.alt,
    caption: picture.caption,
    credit: 'Computer graphic',
  }
}

export const sampleAlbums: StarterEntry[] = [
  sampleEntry('album', 'sample-light-and-crystals', {
    title: 'Sample album: light and crystals',
    heldOn: '2026-09-17',
    description: 'Interference, diffraction and spectra in computer graphics.',
    photos: [
      'newtons-rings',
      'photon-arrivals',
      'hexagonal-holes',
      'laue-plate',
      'quasicrystal',
      'emission-spectra',
      'water-caustics',
    ].map(photo),
  }),
  sampleEntry('album', 'sample-order-and-chaos', {
    title: 'Sample album: order and chaos',
    heldOn: '2026-07-16',
    description: 'Maps, attractors, magnets and random walks: computer graphics from the meeting.',
    event: 'sample-chaos-and-order-2026',
    photos: [
      'lorenz-butterfly',
      'kicked-rotor',
      'logistic-map',
      'ising-model',
      'brownian-paths',
      'hydrogen-states',
      'lissajous-table',
    ].map(photo),
  }),
  sampleEntry('album', 'sample-sky-and-fields', {
    title: 'Sample album: the sky and the fields',
    heldOn: '2026-03-14',
    description: 'Orbits, starlight and lines of force in computer graphics.',
    photos: [
      'star-trails',
      'inner-planets',
      'venus-rosette',
      'solar-spectrum',
      'dipole-field',
      'iron-filings',
      'bubble-chamber',
    ].map(photo),
  }),
  sampleEntry('album', 'sample-waves-and-sound', {
    title: 'Sample album: waves and sound',
    heldOn: '2025-11-08',
    description: 'Water, plates, drums and pendulums: computer graphics from the conference.',
    event: 'sample-waves-and-structures-2025',
    photos: [
      'two-slit-waves',
      'ripple-tank',
      'chladni-plate',
      'chladni-figures',
      'drum-modes',
      'wave-packet',
      'harmonograph',
    ].map(photo),
  }),
]
