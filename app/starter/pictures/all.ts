import { bubbleChamber } from './bubble-chamber.ts'
import { kickedRotor, logisticMap, lorenzButterfly } from './chaos.ts'
import { brownianPaths, cornuSpiral, harmonograph, lissajousTable } from './curves.ts'
import { hexagonalHoles, lauePlate, quasicrystal } from './diffraction.ts'
import { hydrogenStates } from './hydrogen-states.ts'
import { isingModel } from './ising-model.ts'
import { dipoleField, ironFilings } from './magnets.ts'
import { newtonsRings } from './newtons-rings.ts'
import { innerPlanets, starTrails, venusRosette } from './orbits.ts'
import type { Painter } from './plate.ts'
import { chladniFigures, chladniPlate, drumModes } from './sounding-plates.ts'
import { emissionSpectra, solarSpectrum } from './spectra.ts'
import { waterCaustics } from './water-caustics.ts'
import { photonArrivals, rippleTank, twoSlitWaves, wavePacket } from './waves.ts'

/** A picture computed from a law of physics, as a placeholder for the Academy's own photographs. */
export interface StarterPicture {
  name: string
  /** The description, for people who cannot see it. */
  alt: string
  /** What it shows of physics. */
  caption: string
  paint: Painter
  seed: number
  render(): { width: number; height: number; rgb: Uint8Array }
}

const [width, height] = [1600, 1067]

function picture(name: string, paint: Painter, alt: string, caption: string, seed = 7): StarterPicture {
  return {
    name,
    alt,
    caption,
    paint,
    seed,
    render: () => ({ width, height, rgb: paint(width, height, seed) }),
  }
}

export const starterPictures: StarterPicture[] = [
  picture(
    'two-slit-waves',
    twoSlitWaves,
    'Straight blue waves meet a wall with two gaps; behind it two sets of rings cross in bright and dark beams.',
    'Waves behind two gaps. Where crest meets crest they add up; where crest meets trough they cancel.',
  ),
  picture(
    'photon-arrivals',
    photonArrivals,
    'Five dark strips with golden dots: a few scattered ones on top, then more, until upright bars of light stand out.',
    'Photons that pass two slits one by one. Each arrives at one point; the fringes appear only as many gather.',
  ),
  picture(
    'ripple-tank',
    rippleTank,
    'Pale water seen from above, crossed by the rings of six drops.',
    'Rings from six drops cross on still water and pass through one another unchanged.',
  ),
  picture(
    'wave-packet',
    wavePacket,
    'Rows of thin lines from top to bottom; a steep group of waves moves to the right and grows broad and flat.',
    'A free wave packet at one moment after another: it moves, and it spreads.',
  ),
  picture(
    'chladni-plate',
    chladniPlate,
    'Sand-coloured curves wind over a dark metal plate and gather in two heaps.',
    'Sand on a sounding plate comes to rest where the plate does not move.',
  ),
  picture(
    'chladni-figures',
    chladniFigures,
    'Six square frames, each with a different symmetrical figure of dark blue grains.',
    'Six nodal figures of a square plate, each belonging to one of its tones.',
  ),
  picture(
    'drum-modes',
    drumModes,
    'Fifteen discs in three rows, divided into red and blue fields by circles and spokes.',
    'Fifteen ways in which a round drumhead can swing. Red is up while blue is down.',
  ),
  picture(
    'harmonograph',
    harmonograph,
    'A fine golden line on a dark ground draws loops that shrink toward a bright middle.',
    'The trace of swinging pendulums as friction brings them to rest.',
  ),
  picture(
    'lissajous-table',
    lissajousTable,
    'Four rows of seven line figures, from plain ovals at the left to close meshes at the right.',
    'Lissajous figures. The ratio of the two frequencies changes along a row, the phase from row to row.',
  ),
  picture(
    'cornu-spiral',
    cornuSpiral,
    'An S-shaped curve that winds into a spiral at both ends; straight lines fan out from the lower spiral.',
    'The spiral of Cornu. The lengths of the straight lines give the light beside the edge of a shadow.',
  ),
  picture(
    'brownian-paths',
    brownianPaths,
    'Three ragged paths of dots joined by short lines, in blue, red and green, on squared paper.',
    'Three random walks: grains pushed about by molecules, their places joined at equal times.',
    23,
  ),
  picture(
    'hexagonal-holes',
    hexagonalHoles,
    'A bright spot with six around it, joined by a web of fainter light, on a dark ground.',
    'Light diffracted by nineteen round holes that form a hexagon.',
  ),
  picture(
    'laue-plate',
    lauePlate,
    'A pale plate with dark spots in rings and ovals around a shaded middle; a thin rod holds the beam stop.',
    'X-rays of many wavelengths scattered by a face-centred cubic crystal, after the method of Laue.',
  ),
  picture(
    'quasicrystal',
    quasicrystal,
    'Pale spots of many sizes on a dark ground, arranged in tenfold symmetry.',
    'Diffraction by a quasicrystal: sharp spots with a tenfold symmetry that no repeating cell allows.',
  ),
  picture(
    'inner-planets',
    innerPlanets,
    'Four nearly round orbits with white marks around a glowing Sun, crossed by the long amber path of a comet.',
    'Orbits of the four inner planets and a comet. The marks are at equal times and lie closer where the body is slower.',
  ),
  picture(
    'venus-rosette',
    venusRosette,
    'A blue curve with five loops around a central dot, marked with red points.',
    'The path of Venus as seen from the Earth, drawn for circular orbits. It nearly closes after eight years.',
  ),
  picture(
    'star-trails',
    starTrails,
    'Arcs of starlight around one point of a dark blue sky, above the black outline of an observatory dome.',
    'Stars turn about the pole during a long exposure over an observatory.',
  ),
  picture(
    'newtons-rings',
    newtonsRings,
    'Golden rings around a dark middle, closer and closer together toward the edge.',
    'Newton’s rings in the light of a sodium lamp, made by the thin air between a lens and a flat glass.',
  ),
  picture(
    'emission-spectra',
    emissionSpectra,
    'Six dark bands, each with its own set of bright coloured lines from violet to red.',
    'Visible lines of hydrogen, helium, sodium, mercury, neon and iron, from top to bottom.',
  ),
  picture(
    'solar-spectrum',
    solarSpectrum,
    'Rows of colour from dark red on top to violet below, crossed by many thin dark lines.',
    'A model of the spectrum of sunlight with its strongest dark lines in their places and weaker ones strewn at random.',
  ),
  picture(
    'dipole-field',
    dipoleField,
    'Curved lines leave a blue globe near its poles and return in ever wider loops.',
    'Lines of force of a magnetic dipole like that of the Earth.',
  ),
  picture(
    'iron-filings',
    ironFilings,
    'Short dark strokes on paper bend around two bar magnets that lie end to end.',
    'Iron filings around two magnets that face each other with equal poles.',
  ),
  picture(
    'logistic-map',
    logisticMap,
    'One line forks into two, then four and eight, and breaks up into a grey cloud with white upright gaps.',
    'The logistic map: doubling after doubling leads from order to chaos, with windows of order in between.',
  ),
  picture(
    'kicked-rotor',
    kickedRotor,
    'Nested coloured ovals like islands, surrounded by a sea of fine dots.',
    'A rotor kicked at regular times. The ovals are regular motion, the dots chaotic motion.',
  ),
  picture(
    'lorenz-butterfly',
    lorenzButterfly,
    'Fine blue lines circle two dark centres and form the wings of a butterfly.',
    'The attractor of Lorenz: a simple model of rising air whose motion never repeats itself.',
  ),
  picture(
    'ising-model',
    isingModel,
    'A field of small squares in dark blue and cream that form islands of every size.',
    'The Ising model of a magnet close to its critical temperature: clusters of every size.',
  ),
  picture(
    'hydrogen-states',
    hydrogenStates,
    'Six glowing patterns of lobes and rings in violet and gold on a dark ground.',
    'Slices through six states of the hydrogen atom; bright is where the electron is likely to be found.',
  ),
  picture(
    'bubble-chamber',
    bubbleChamber,
    'Dotted dark tracks cross a pale plate, some nearly straight, many wound into tight spirals.',
    'A model of tracks in a bubble chamber: slow charged particles wind up in the magnetic field.',
  ),
  picture(
    'water-caustics',
    waterCaustics,
    'A net of bright lines on a blue-green ground.',
    'Sunlight on the floor of a pool, gathered into a net by the ripples above.',
  ),
]
