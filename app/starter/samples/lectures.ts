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
    'How figures of sand led to the theory of plates, and what instrument makers still learn from them.',
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
    'Two yellow lines so close that only a good prism separates them, and what physicists learned from them.',
  ],
  [
    'lines-of-force',
    '2019-10-11T10:30',
    'Lines of force',
    'From iron filings on paper to the field of the Earth.',
  ],
]

const online: Lecture[] = [
  [
    'order-without-repetition',
    '2026-12-10T17:00',
    'Order without repetition',
    'Crystals with a tenfold symmetry, and the tilings behind them.',
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
    'Three simple equations for rising air, and what they mean for next week’s weather forecast.',
  ],
  [
    'one-photon-at-a-time',
    '2026-09-17T17:00',
    'One photon at a time',
    'Fringes that build up from single clicks of a counter.',
  ],
  [
    'nets-of-light',
    '2026-06-11T17:00',
    'Nets of light',
    'Why the floor of a pool is covered with a bright net, and where else such nets are seen.',
  ],
  [
    'at-the-critical-point',
    '2026-02-19T17:00',
    'At the critical point',
    'Near its critical point a magnet has clusters of every size. What does it have in common with boiling water?',
  ],
  [
    'names-written-in-light',
    '2025-09-25T17:00',
    'Names written in light',
    'Spectra of the elements, read as signatures.',
  ],
  [
    'the-kicked-rotor',
    '2025-05-22T17:00',
    'The kicked rotor',
    'Islands of order in a sea of chaos, in a system of one wheel and one kick.',
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
