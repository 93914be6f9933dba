import type { archiveTypes } from './kinds.ts'

export const archiveLabels: Record<(typeof archiveTypes)[number], string> = {
  'conference-report': 'Conference report',
  'annual-report': 'Annual report',
  minutes: 'Minutes',
  'old-newsletter': 'Old newsletter',
  'old-page': 'Old page',
  circular: 'Circular',
  'photo-set': 'Photo set',
}
