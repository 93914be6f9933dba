import { sampleEntry, type StarterEntry } from '#starter/entry.ts'
import { prose } from '#starter/prose.ts'
import { sampleSpeaker } from './people.ts'

export const samplePrograms: StarterEntry[] = [
  sampleEntry('activity', 'sample-workshop-computing-pictures', {
    title: 'Computing pictures of physics',
    activity: 'workshop',
    year: 2027,
    startsOn: '2027-01-21',
    endsOn: '2027-01-23',
    venue: 'Computing laboratory',
    host: 'Institute of Technology, Neelagunda',
    audience: 'Students and teachers of any science',
    people: [
      { ...sampleSpeaker(111), role: 'Coordinator' },
      { ...sampleSpeaker(112), role: 'Resource person' },
    ],
    abstract: prose(`From a formula to a picture in three days:

    1. waves and interference
    2. orbits and chaos
    3. chance: random walks and magnets

    Bring your own computer. No previous course is required.`),
    registrationUrl: 'https://example.org/sample-registration',
  }),
  sampleEntry('activity', 'sample-workshop-spectrographs', {
    title: 'A spectrograph from simple parts',
    activity: 'workshop',
    year: 2026,
    startsOn: '2026-03-12',
    endsOn: '2026-03-14',
    venue: 'Teaching laboratory',
    host: 'Observatory of Himakunda',
    audience: 'Teachers',
    people: [{ ...sampleSpeaker(113), role: 'Coordinator' }],
    abstract: prose(
      'Every participant built a spectrograph and took home spectra of sunlight and of a street lamp.',
    ),
    report: 'pdf:sample-workshop-report',
  }),
  sampleEntry('activity', 'sample-workshop-errors', {
    title: 'The treatment of errors',
    activity: 'workshop',
    year: 2024,
    startsOn: '2024-08-19',
    endsOn: '2024-08-20',
    host: 'University of Varnapuri',
    audience: 'Research students',
    people: [{ ...sampleSpeaker(114), role: 'Coordinator' }],
    abstract: prose(
      String.raw`Why independent errors add in squares, $\sigma^2 = \sigma_1^2 + \sigma_2^2$, and what to do when they are not independent.`,
    ),
  }),
  sampleEntry('activity', 'sample-open-night', {
    title: 'Open night at the telescope',
    activity: 'other-program',
    year: 2026,
    startsOn: '2026-11-28',
    venue: 'Roof terrace',
    host: 'Observatory of Ushanagar',
    audience: 'Families, schools',
    people: [{ ...sampleSpeaker(115), role: 'Host' }],
    abstract: prose(
      'Saturn, Jupiter and, with luck, a double star. If the sky is cloudy, there will be an indoor talk.',
    ),
  }),
  sampleEntry('activity', 'sample-science-day', {
    title: 'Science day for schools',
    activity: 'other-program',
    year: 2026,
    startsOn: '2026-02-27',
    host: 'City College, Kiranwala',
    audience: 'Schools',
    abstract: prose('Thirty small experiments, each explained by the pupils who built it.'),
  }),
]
