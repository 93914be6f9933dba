import type { Settings } from '#features/settings/settings.ts'

/**
 * What is known of the Academy, and the front pages of three networks as samples so that the footer shows
 * its icons. Address, mail and telephone are left empty until the Academy gives them.
 */
export const starterSettings: Settings = {
  societyName: 'International Academy of Physical Sciences',
  shortName: 'IAPS',
  foundedOn: '1994-12-04',
  city: 'Allahabad (Prayagraj)',
  journalTitle: 'Journal of International Academy of Physical Sciences',
  journalUrl: 'https://www.iaps.org.in/journal/index.php/journaliaps',
  facebookUrl: 'https://www.facebook.com/',
  linkedinUrl: 'https://www.linkedin.com/',
  twitterUrl: 'https://twitter.com/',
  postalAddress: '',
  email: '',
  phone: '',
  mapUrl: '',
  socialPreviewUrl: '',
}
