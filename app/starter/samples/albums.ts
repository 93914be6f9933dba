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
    title: 'Light and crystals',
    heldOn: '2026-09-17',
    description:
      'After the September lecture on single photons, members asked for pictures to show in class. These seven follow light from a thin film of air to a crystal: rings, single clicks, holes in a screen, the spots of an X-ray plate, a pattern that never repeats, the lines of glowing gases, and the net on the floor of a pool.',
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
    title: 'Order and chaos',
    heldOn: '2026-07-16',
    description:
      'Every speaker of the July meeting brought one picture. Together they tell its story: the butterfly that started the field, a wheel that is kicked, a map that doubles its period until order is lost, a magnet that cannot decide, and grains that stray in water.',
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
    title: 'The sky and the fields',
    heldOn: '2026-03-14',
    description:
      'The night at the telescope ended indoors, with pictures of what the clouds had hidden: stars that turn about the pole, the loops of Venus as seen from the Earth, the dark lines in sunlight. The last three make fields visible, from iron filings to a bubble chamber.',
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
    title: 'Waves and sound',
    heldOn: '2025-11-08',
    description:
      'The demonstrations of the November conference, redrawn: waves behind two slits, ripples in a tank, sand on plates, the tones of a drum. The last two were drawn live on stage by a packet of waves and by two pendulums.',
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
