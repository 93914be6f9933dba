import { defaultSettings, sampleAddresses, type Settings } from '#features/settings/settings.ts'

/** What is known of the Academy. Address, mail and telephone are left empty until the Academy gives them. */
export const starterSettings: Settings = { ...defaultSettings, ...sampleAddresses }
