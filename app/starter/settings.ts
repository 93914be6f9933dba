import { defaultSettings, sampleAddresses, type Settings } from '#features/settings/settings.ts'

/** What is known about the Academy. Address, email and phone are left empty until the Academy provides them. */
export const starterSettings: Settings = { ...defaultSettings, ...sampleAddresses }
