import type { Setting } from './setting.ts'

export const society = {
  societyName: {
    kind: 'line',
    label: 'Name',
    alone: 'Name of the society',
    subject: 'The name',
    required: 'Enter the name of the society.',
    initial: 'International Academy of Physical Sciences',
    isPublic: true,
  },
  shortName: {
    kind: 'line',
    label: 'Short name',
    subject: 'The short name',
    required: 'Enter the short name of the society.',
    initial: 'IAPS',
    isPublic: true,
  },
  foundedOn: {
    kind: 'day',
    label: 'Founded on',
    required: 'Enter the founding date.',
    initial: '1994-12-04',
    isPublic: true,
  },
  city: {
    kind: 'line',
    label: 'Headquarters',
    subject: 'The headquarters',
    initial: 'Allahabad (Prayagraj)',
    isPublic: true,
  },
} as const satisfies Record<string, Setting>

export const journalAndNetworks = {
  journalTitle: {
    kind: 'line',
    label: 'Title of the journal',
    subject: 'The title of the journal',
    initial: 'Journal of International Academy of Physical Sciences',
    isPublic: true,
  },
  journalUrl: {
    kind: 'web-address',
    label: 'Address of the journal',
    subject: 'The address of the journal',
    initial: 'https://www.iaps.org.in/journal/index.php/journaliaps',
    isPublic: true,
  },
  facebookUrl: {
    kind: 'web-address',
    label: 'Facebook',
    subject: 'The Facebook address',
    initial: '',
    isPublic: true,
  },
  linkedinUrl: {
    kind: 'web-address',
    label: 'LinkedIn',
    subject: 'The LinkedIn address',
    initial: '',
    isPublic: true,
  },
  twitterUrl: {
    kind: 'web-address',
    label: 'Twitter',
    subject: 'The Twitter address',
    initial: '',
    isPublic: true,
  },
  previewPicture: {
    kind: 'picture',
    label: 'Preview picture',
    hint: 'Shown when someone shares a page. If you choose none, each page gets its own picture.',
    initial: '',
    isPublic: true,
  },
  socialPreviewUrl: {
    kind: 'web-address',
    label: 'Preview picture on another site',
    hint: 'Used only if no picture is chosen above.',
    subject: 'The address of the preview picture',
    initial: '',
    isPublic: true,
  },
} as const satisfies Record<string, Setting>

export const contact = {
  postalAddress: {
    kind: 'text',
    label: 'Postal address',
    max: 600,
    shorten: 'the postal address',
    initial: '',
    isPublic: true,
  },
  email: {
    kind: 'mail-address',
    label: 'Email',
    subject: 'The email address',
    initial: '',
    isPublic: true,
  },
  phone: { kind: 'line', label: 'Phone', subject: 'The phone number', initial: '', isPublic: true },
  mapUrl: {
    kind: 'web-address',
    label: 'Map',
    hint: 'Leave empty to link to a map search for the postal address.',
    subject: 'The address of the map',
    initial: '',
    isPublic: true,
  },
} as const satisfies Record<string, Setting>

export const publishing = {
  editorsPublish: {
    kind: 'yes-no',
    label: 'Editors may publish',
    hint: 'If not, they submit for review and an administrator publishes.',
    initial: false,
    isSafety: true,
  },
} as const satisfies Record<string, Setting>
