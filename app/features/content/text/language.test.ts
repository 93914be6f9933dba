import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  ['The Academy', {}],
  ['अंतरराष्ट्रीय भौतिक विज्ञान अकादमी', { lang: 'hi' }],
  ['अकादमी, founded in Allahabad by professors of physics', {}],
  ['ভৌত বিজ্ঞান', { lang: 'bn' }],
  ['இயற்பியல்', { lang: 'ta' }],
  ['طبیعیات', { dir: 'auto' }],
  ['The word طبیعیات means physics', { dir: 'auto' }],
  ['', {}],
  ['E = mc², Å, Ω', {}],
])('%s has the attributes %j', (text, attributes) => expect(languageOf(text)).toEqual(attributes))
