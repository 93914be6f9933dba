import type { StarterEntry } from './entry.ts'
import { sampleAlbums } from './samples/albums.ts'
import { sampleArchive } from './samples/archive.ts'
import { sampleCalls } from './samples/calls.ts'
import { sampleConferences } from './samples/conferences.ts'
import { sampleCouncils } from './samples/councils.ts'
import { sampleLectures } from './samples/lectures.ts'
import { sampleNews } from './samples/news.ts'
import { sampleNewsletters } from './samples/newsletters.ts'
import { samplePrograms } from './samples/programs.ts'
import { sampleRecipients } from './samples/recipients.ts'

/** Sample entries for every page. Each is flagged, so that all can be removed together. */
export const samples: StarterEntry[] = [
  ...sampleCouncils,
  ...sampleRecipients,
  ...sampleConferences,
  ...sampleLectures,
  ...samplePrograms,
  ...sampleNews,
  ...sampleNewsletters,
  ...sampleAlbums,
  ...sampleArchive,
  ...sampleCalls,
]
