import { defaultSettings, type Settings } from '#features/settings/settings.ts'

/**
 * What is known of the Academy, and the front pages of three networks as samples so that the footer shows
 * its icons. Address, mail and telephone are left empty until the Academy gives them.
 */
export const starterSettings: Settings = {
  ...defaultSettings,
  facebookUrl: 'https://www.facebook.com/',
  linkedinUrl: 'https://www.linkedin.com/',
  twitterUrl: 'https://twitter.com/',
}
