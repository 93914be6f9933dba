import { sectionOf } from '#routes/site/frame/sections.ts'

/** Each kind is signed by the light of its section. */
export const elements = {
  fellowship: sectionOf('/fellowship').element,
  membership: sectionOf('/membership').element,
}
