import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { prose } from '#starter/prose.ts'
import { sampleSpeaker } from './people.ts'

const programme = String.raw`## Programme

| Time | Thursday, 18 February 2027 | Friday, 19 February 2027 | Saturday, 20 February 2027 |
| 09:30 | Opening | Plenary: Crystals that never repeat | Keynote: Listening to plates |
| 11:00 | Plenary: Fringes one photon at a time | Session B: Order in matter | Session D: Earth and sky |
| 14:00 | Session A: Light | Session C: Computation | Awards, closing |
| 16:00 | Discussion with the plenary speaker | Posters and tea | Walk along the river |

## Sessions

- **A, Light:** interference, single photons and optical lattices; with contributed talks
- **B, Order in matter:** begins with the invited talk “Magnets at the critical point”
- **C, Computation:** contributed talks of 15 minutes, each with the program that made its figures
- **D, Earth and sky:** begins with the invited talk “Caustics in the sea and in the sky”

## Subjects

- light and its interference, from two slits to optical lattices
- order in matter: crystals, quasicrystals, magnets
- the physics of the Earth and of the sky
- mathematics and computation for all of these

A common theme of the meeting is the brightness behind two slits. For slits of width $a$ at a distance $d$, and light of
wavelength $\lambda$, it is^[In the far field, for evenly lit slits.]

$$I(\theta) = I_0 \left(\frac{\sin\beta}{\beta}\right)^{2} \cos^{2}\alpha, \qquad \alpha = \frac{\pi d \sin\theta}{\lambda}, \quad \beta = \frac{\pi a \sin\theta}{\lambda}$$

Contributions from all fields of the Academy are welcome.`

export const sampleConferences: StarterEntry[] = [
  sampleEntry('conference', 'sample-light-and-matter-2027', {
    title: 'International Conference on Light and Matter',
    series: 'coniaps',
    scope: 'international',
    theme: 'What light tells us about matter',
    number: 32,
    year: 2027,
    startsOn: '2027-02-18',
    endsOn: '2027-02-20',
    mode: 'hybrid',
    host: 'University of Triveninagar',
    department: 'Department of Physics',
    city: 'Triveninagar',
    state: 'Uttar Pradesh',
    country: 'India',
    people: [
      { ...sampleSpeaker(80), role: 'Patron' },
      { ...sampleSpeaker(81), role: 'Convener' },
      { ...sampleSpeaker(82), role: 'Organising secretary' },
    ],
    speakers: [
      {
        ...sampleSpeaker(83),
        kind: 'plenary',
        title: 'Fringes one photon at a time',
        abstract:
          'Light so weak that one photon at a time passes two slits still builds up fringes, click by click. We show a counting experiment for a student laboratory and ask what a single click can tell us.',
      },
      {
        ...sampleSpeaker(84),
        kind: 'plenary',
        title: 'Crystals that never repeat',
        abstract:
          'The diffraction pattern of a quasicrystal has sharp spots and a tenfold symmetry that no repeating lattice allows. The talk follows the idea from tilings on paper to alloys in the furnace.',
      },
      {
        ...sampleSpeaker(85),
        kind: 'keynote',
        title: 'Listening to plates',
        abstract:
          'Struck at different points, the same plate sounds different. From its tones we can tell where it is thick, where it is cracked and how its edge is held.',
      },
      {
        ...sampleSpeaker(86),
        kind: 'invited',
        title: 'Magnets at the critical point',
        abstract:
          'Just below its critical temperature a magnet cannot decide: regions of every size point up or down. Simulations on a laptop show why such different materials behave alike there.',
      },
      {
        ...sampleSpeaker(87),
        kind: 'invited',
        title: 'Caustics in the sea and in the sky',
        abstract:
          'The bright lines on the floor of a pool, the rainbow and the arcs of distant galaxies are all places where rays crowd together. One kind of mathematics describes them all.',
      },
    ],
    importantDates: [
      { label: 'Abstracts', on: '2026-12-15' },
      { label: 'Notification of acceptance', on: '2027-01-08' },
      { label: 'Registration closes', on: '2027-01-31' },
    ],
    report: prose(programme),
    website: 'https://example.org/sample-conference',
    abstractUrl: 'https://example.org/sample-abstracts',
    brochure: 'pdf:sample-conference-brochure',
  }),
  sampleEntry('conference', 'sample-waves-and-structures-2025', {
    title: 'International Conference on Waves and Structures',
    series: 'coniaps',
    scope: 'international',
    theme: 'From sound to seismology',
    number: 31,
    year: 2025,
    startsOn: '2025-11-06',
    endsOn: '2025-11-08',
    mode: 'in-person',
    host: 'Institute of Science, Akashgiri',
    city: 'Akashgiri',
    state: 'Maharashtra',
    country: 'India',
    people: [
      { ...sampleSpeaker(88), role: 'Convener' },
      { ...sampleSpeaker(89), role: 'Chief guest' },
    ],
    speakers: [
      {
        ...sampleSpeaker(90),
        kind: 'plenary',
        title: 'The tones of a square plate',
        abstract:
          'Chladni’s figures are the lines along which a vibrating plate is at rest. For a square plate with free edges, no simple formula gives them; the talk compares sand, theory and computation.',
      },
      {
        ...sampleSpeaker(91),
        kind: 'invited',
        title: 'Waves in layered ground',
        abstract:
          'An earthquake wave is refracted at every layer of the ground. By timing its arrival at many stations, seismologists map the layers without digging.',
      },
    ],
    figures: [
      { label: 'Participants', value: '180' },
      { label: 'Papers', value: '124' },
      { label: 'Sessions', value: '9' },
    ],
    report:
      prose(String.raw`Three days of talks covered everything from vibrating plates to earthquake waves. The opening lecture showed how sand collects along the lines where a plate is at rest:

    $$\cos\frac{m\pi x}{L}\cos\frac{n\pi y}{L} = \cos\frac{n\pi x}{L}\cos\frac{m\pi y}{L}$$

    > A plate answers every question twice: once to the ear and once to the eye.

    Pictures are in the gallery.`),
    album: 'sample-waves-and-sound',
  }),
  sampleEntry('conference', 'sample-science-and-rivers-2024', {
    title: 'International Seminar on Science and Rivers',
    series: 'other',
    scope: 'international',
    theme: 'Water, sediment and people',
    year: 2024,
    startsOn: '2024-10-03',
    endsOn: '2024-10-04',
    mode: 'hybrid',
    host: 'City College, Padmachar',
    city: 'Padmachar',
    country: 'Bangladesh',
    people: [{ ...sampleSpeaker(92), role: 'Convener' }],
    figures: [{ label: 'Countries', value: '6' }],
    report: prose('Over two days, geologists, geographers and chemists compared four rivers.'),
  }),
  sampleEntry('conference', 'sample-chaos-and-order-2026', {
    title: 'International Meeting on Chaos and Order',
    series: 'other',
    scope: 'international',
    theme: 'Simple laws, rich motion',
    year: 2026,
    startsOn: '2026-07-14',
    endsOn: '2026-07-16',
    mode: 'online',
    host: 'Institute of Technology, Silvermere',
    country: 'United Kingdom',
    people: [{ ...sampleSpeaker(93), role: 'Chair' }],
    speakers: [
      {
        ...sampleSpeaker(94),
        kind: 'keynote',
        title: 'The kicked rotor after forty years',
        abstract:
          'A wheel that is kicked at regular intervals shows order and chaos side by side. The talk looks back at forty years of results on this simplest of models, and at its quantum version, which refuses to be chaotic.',
      },
    ],
    report: prose(
      String.raw`Several talks started from a map as simple as $x_{n+1} = r x_n (1 - x_n)$ and ended with open questions about chaos.`,
    ),
    album: 'sample-order-and-chaos',
  }),
  sampleEntry('conference', 'sample-teaching-of-science-2026', {
    title: 'National Convention on the Teaching of Science',
    series: 'other',
    scope: 'national',
    theme: 'The experiment in the classroom',
    year: 2026,
    startsOn: '2026-12-04',
    endsOn: '2026-12-05',
    mode: 'in-person',
    host: 'University of Jyotishpur',
    city: 'Jyotishpur',
    state: 'West Bengal',
    country: 'India',
    people: [{ ...sampleSpeaker(95), role: 'Convener' }],
    importantDates: [{ label: 'Registration closes', on: '2026-11-25' }],
  }),
  sampleEntry('conference', 'sample-instruments-2023', {
    title: 'National Conference on Home-built Instruments',
    series: 'other',
    scope: 'national',
    theme: 'Spectrographs from simple parts',
    year: 2023,
    startsOn: '2023-02-27',
    endsOn: '2023-02-28',
    mode: 'in-person',
    host: 'Observatory of Himakunda',
    city: 'Himakunda',
    state: 'Himachal Pradesh',
    country: 'India',
    people: [{ ...sampleSpeaker(96), role: 'Convener' }],
    report: prose('Participants showed twenty instruments. Most of them fit in one hand.'),
  }),
]
