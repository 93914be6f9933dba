import { expect, test } from 'vitest'
import { pastedBlocks } from './paste-text.ts'

const texts = (text: string) => pastedBlocks(text).map((block) => block.text)

test('lines that were cut at the width of the paper become one paragraph again', () => {
  expect(
    texts(`The Raman effect is the inelastic scattering of photons by matter, meaning that there is
both an exchange of energy and a change in the light's direction. Typically this involves super-
conducting samples and vibrational energy being gained by a molecule.
A second paragraph starts here, because the line before it was short and ended a sentence,
and it goes on for another line.`),
  ).toEqual([
    "The Raman effect is the inelastic scattering of photons by matter, meaning that there is both an exchange of energy and a change in the light's direction. Typically this involves superconducting samples and vibrational energy being gained by a molecule.",
    'A second paragraph starts here, because the line before it was short and ended a sentence, and it goes on for another line.',
  ])
})

test('each clause of rules starts a paragraph, and a name or a quantity at the start of a line does not', () => {
  expect(
    texts(`3. MEMBERSHIP
3.1 Any person who has contributed to the physical sciences and who accepts the aims of
the Academy may become a member on payment of the fee that the council has laid down.
3.2 A life member pays once, in a sum that is not below twenty times the yearly fee, and
A. Kumar may tell the office about it; a parcel of books sent along weighs not more than
2.5 kg at any time.
(a) The certificate of the head of the institution is to be sent along with the form and it
is kept.
iv) The membership ends with the studies of the person who was enrolled as a student then.`),
  ).toEqual([
    '3. MEMBERSHIP',
    '3.1 Any person who has contributed to the physical sciences and who accepts the aims of the Academy may become a member on payment of the fee that the council has laid down.',
    '3.2 A life member pays once, in a sum that is not below twenty times the yearly fee, and A. Kumar may tell the office about it; a parcel of books sent along weighs not more than 2.5 kg at any time.',
    '(a) The certificate of the head of the institution is to be sent along with the form and it is kept.',
    'iv) The membership ends with the studies of the person who was enrolled as a student then.',
  ])
})

test('short lines stay separate lines, as in an address', () => {
  expect(texts('Department of Physics\nUniversity of Allahabad\nPrayagraj')).toEqual([
    'Department of Physics',
    'University of Allahabad',
    'Prayagraj',
  ])
})

test('empty lines and page breaks end a paragraph, however many there are', () => {
  expect(texts('one\r\n\r\n\r\ntwo\fthree\n')).toEqual(['one', 'two', 'three'])
})

test('a word with a real capital or number after its hyphen keeps it', () => {
  expect(
    texts(`This is a long line of text that ends in the middle of the name Bose-
Einstein and goes on with other words until the width has been reached.`),
  ).toEqual([
    'This is a long line of text that ends in the middle of the name Bose- Einstein and goes on with other words until the width has been reached.',
  ])
})

test('ligatures, soft hyphens and unprintable characters of typesetting are undone', () => {
  expect(texts('eﬃcient \u00adﬁelds\u0000 of\u000b light')).toEqual(['efficient fields of light'])
})

test('lines with bullets are items, with the lines that continue them', () => {
  expect(
    pastedBlocks(`• The first item is long enough to be wrapped onto a second line of the
page it stood on
• The second item is long enough as well to be wrapped onto a second line
of its page`),
  ).toEqual([
    {
      kind: 'bullet',
      text: 'The first item is long enough to be wrapped onto a second line of the page it stood on',
    },
    {
      kind: 'bullet',
      text: 'The second item is long enough as well to be wrapped onto a second line of its page',
    },
  ])
})

test('Hindi text cut at a width is joined as well', () => {
  expect(
    texts(`भौतिक विज्ञान प्रकृति के नियमों का अध्ययन है और इसका उद्देश्य यह समझना है कि
संसार कैसे काम करता है।`),
  ).toHaveLength(1)
})
