import { officeMoment } from '#office-time.ts'
import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { prose } from '#starter/prose.ts'
import { sampleSpeaker } from './people.ts'

type Lecture = [slug: string, startsAt: string, title: string, abstract: string]

const memorial: Lecture[] = [
  [
    'shadow-of-an-edge',
    '2025-11-07T11:00',
    'The shadow of an edge',
    String.raw`Light does not stop at the edge of a shadow. Its brightness can be read from a curve whose points are $\int_0^s \cos\frac{\pi t^2}{2}\,dt$ and $\int_0^s \sin\frac{\pi t^2}{2}\,dt$.`,
  ],
  [
    'sand-that-hears',
    '2024-03-15T11:00',
    'Sand that hears',
    'Sand on a plate that is bowed at its edge gathers along the lines that stay at rest. These figures led to the theory of plates, after a prize was offered three times. The lecture shows them live and asks what makers of instruments still learn from them.',
  ],
  [
    'five-loops-of-venus',
    '2023-02-27T16:00',
    'The five loops of Venus',
    'Seen from the Earth, Venus draws a rosette that nearly closes after eight years. The lecture follows it from clay tablets to radar.',
  ],
  [
    'grains-and-molecules',
    '2022-11-18T11:30',
    'Grains and molecules',
    String.raw`A grain in water strays by a mean square $\langle x^2\rangle = 2Dt$. From this one line follows the number of molecules in a drop.`,
  ],
  [
    'light-of-the-flame',
    '2021-12-04T11:00',
    'The light of the flame',
    'A pinch of salt colours a flame yellow. Two lines make up this yellow, so close to each other that only a good prism separates them. The lecture follows them from the first spectroscopes to the spin of the electron.',
  ],
  [
    'lines-of-force',
    '2019-10-11T10:30',
    'Lines of force',
    'Iron filings on paper show a pattern that was long taken for a mere picture. The lecture tells how it became the idea of a field, and follows the lines out of the magnet, through the Earth and into the wind of the Sun.',
  ],
]

const online: Lecture[] = [
  [
    'order-without-repetition',
    '2026-12-10T17:00',
    'Order without repetition',
    'No tile with five corners covers a floor by repetition, and so crystals with a fivefold or tenfold symmetry were thought impossible. Then they were found. The lecture explains the tilings behind them and how they are seen in diffraction.',
  ],
  [
    'how-a-drum-sounds',
    '2027-01-14T17:00',
    'How a drum sounds',
    String.raw`The tones of a round drumhead lie at the zeros of Bessel functions, $J_m(k_{mn}a) = 0$, and this is why a drum has no clear pitch.`,
  ],
  [
    'forecasting-the-unforecastable',
    '2027-02-04T17:30',
    'Forecasting the unforecastable',
    'Three simple equations describe air that is warmed from below. Two starts that differ in the sixth digit soon have nothing in common. The lecture shows what this means for next week’s weather forecast, and why forecasts have improved nevertheless.',
  ],
  [
    'one-photon-at-a-time',
    '2026-09-17T17:00',
    'One photon at a time',
    'A lamp so weak that hardly ever two photons are on their way at once still makes fringes behind two slits. They build up from single clicks of a counter, recorded during the lecture.',
  ],
  [
    'nets-of-light',
    '2026-06-11T17:00',
    'Nets of light',
    'The waves on a pool are lenses that move. Where they send many rays to the same line, a bright net covers the floor. The same mathematics describes the rainbow, the line in a cup of tea and the arcs of distant galaxies.',
  ],
  [
    'at-the-critical-point',
    '2026-02-19T17:00',
    'At the critical point',
    'Near its critical point a magnet has clusters of every size, and no single length describes it any more. What does it have in common with boiling water? The lecture answers with pictures that anyone can compute at home.',
  ],
  [
    'names-written-in-light',
    '2025-09-25T17:00',
    'Names written in light',
    'Each element has its own spectral lines, as each writer has a hand of their own. The lecture reads some of these signatures: of a street lamp, of the Sun, and of a gas that was found in the Sun before it was found on the Earth.',
  ],
  [
    'the-kicked-rotor',
    '2025-05-22T17:00',
    'The kicked rotor',
    'One wheel and one kick, again and again, make the simplest system in which order and chaos lie side by side. The lecture draws its map, from the first islands of order to the sea that surrounds them.',
  ],
]

const firstUpcoming = officeMoment('2026-11-15T00:00')

export const sampleLectures: StarterEntry[] = [
  ...memorial.map(([slug, time, title, abstract], index) =>
    sampleEntry('activity', `sample-memorial-lecture-${slug}`, {
      title,
      activity: 'memorial-lecture',
      series: 'Avindra Solmani Memorial Lecture',
      inMemoryOf: 'Prof. Avindra Solmani',
      number: memorial.length - index,
      speaker: sampleSpeaker(97 + index),
      abstract: prose(abstract),
      year: Number(time.slice(0, 4)),
      startsAt: officeMoment(time),
      durationMinutes: 60,
      venue: 'Main lecture hall, University of Triveninagar',
      ...(index === 0 && { slides: 'pdf:sample-lecture-slides' }),
    }),
  ),
  ...online.map(([slug, time, title, abstract], index) =>
    sampleEntry('activity', `sample-online-lecture-${slug}`, {
      title,
      activity: 'online-lecture',
      series: 'Thursday Lectures',
      speaker: sampleSpeaker(103 + index),
      abstract: prose(abstract),
      year: Number(time.slice(0, 4)),
      startsAt: officeMoment(time),
      durationMinutes: 75,
      platform: 'Video meeting',
      audience: 'Open to all',
      ...(officeMoment(time) > firstUpcoming
        ? { joinUrl: 'https://example.org/sample-meeting' }
        : { recordingUrl: 'https://example.org/sample-recording' }),
    }),
  ),
]
