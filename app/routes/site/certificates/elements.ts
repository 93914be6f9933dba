import { sectionOf } from '#routes/site/frame/sections.ts'

/** Each kind has the spectrum of its section. */
export const elements = {
  fellowship: sectionOf('/fellowship').element,
  membership: sectionOf('/membership').element,
}
