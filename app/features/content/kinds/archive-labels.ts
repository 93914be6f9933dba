export const archiveLabels = {
  'conference-report': 'Conference report',
  'annual-report': 'Annual report',
  minutes: 'Minutes',
  'old-newsletter': 'Old newsletter',
  'old-page': 'Old page',
  circular: 'Circular',
  'photo-set': 'Photo set',
}

export const archiveTypes = Object.keys(archiveLabels) as (keyof typeof archiveLabels)[]
