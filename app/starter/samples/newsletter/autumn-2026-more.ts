import type { SampleArticle } from './article.ts'

/** The second half of the newest sample issue. The build would write typographic signs in a `String.raw` as escapes, so backslashes are doubled. */

const ruler = `This experiment takes one lesson, costs almost nothing and surprises everyone the first time: the marks on a steel ruler measure a length of less than a thousandth of a millimetre. Arthur Schawlow, one of the inventors of the laser, described it in 1965 for the readers of the *American Journal of Physics*.

## You need

- a laser pointer, fixed in a clamp
- a steel ruler with engraved marks half a millimetre apart
- a white wall, about three metres away
- a tape measure, and a sheet of paper on the wall

Safety first: everyone stands behind the laser, nobody looks along the ruler towards it, and the beam ends on the wall and nowhere else.

## What to do

Lay the ruler on the table so that it sticks out a little over the edge, towards the wall. Let the beam graze it at a very small angle, so that the spot of light is stretched over many marks and a part of it passes over the end. On the wall there is now not one spot but a whole column of them. The lowest one is the light that missed the ruler and went straight on. The next one is the ordinary reflection. The spots above it are the first, second and third order of diffraction.

The surface of the ruler, extended to the wall, lies half-way between the two lowest spots. Measure all heights from there. Call the height of the reflection $y_0$, that of the spot of order $n$ $y_n$, and the distance from the lit part of the ruler to the wall $L$. For small angles,

$$\\lambda = \\frac{d}{2L^2} \\cdot \\frac{y_n^2 - y_0^2}{n},$$

where $d$ is the distance between two marks.

## What to expect

With $L = 3$ m and $d = 0.5$ mm, a red laser gave these heights in a trial:

| Order | Height in cm | $(y_n^2 - y_0^2)/n$ in cm² |
| 0 | 5.0 | – |
| 1 | 16.1 | 234 |
| 2 | 22.2 | 234 |
| 3 | 27.0 | 235 |

The last column is constant, as it should be. It gives a wavelength of 650 nanometres, within a few of what was printed on the pointer.

## Where the formula comes from

Let the pupils find it. The paths over two neighbouring marks differ by $d(\\cos\\alpha - \\cos\\beta)$, where $\\alpha$ is the angle of the beam to the ruler and $\\beta$ that of the spot. This must be a whole number of wavelengths. For small angles the cosine is $1 - \\beta^2/2$, and the angle is the height divided by $L$. That is all.

## Questions that lead further

1. Why are the spots closer together towards the top?
2. What happens if you use the millimetre marks instead?
3. How accurately must you know $L$ to be sure of the second digit?
4. What would you see with green light?

If you try this with a class, write to us how it went. We will print the best surprise.`

const opticks = `Isaac Newton: *Opticks: or, A Treatise of the Reflexions, Refractions, Inflexions and Colours of Light.* London, 1704. Reprinted many times, and freely available on the internet.

I had to look something up, and then I read on for three evenings. This does not happen to me with the *Principia*. Newton wrote that book in Latin, for mathematicians. He wrote the *Opticks* in English, and he wrote it so that you can do what he did.

The first sentence sets the tone: “My Design in this Book is not to explain the Properties of Light by Hypotheses, but to propose and prove them by Reason and Experiments.” What follows is a book of instructions. Make a hole of this width in the shutter. Put the prism here and the paper there. Turn the prism slowly to and fro and watch when the colours stand still. Where a modern paper says “standard methods were used”, Newton tells you how he held the paper.

## The rings

The part that I had been looking for is in the second book. Newton presses two large telescope lenses together, whose faces are very slightly curved, and sees coloured rings. He measures their diameters with a pair of compasses, squares them, and finds that the squares of the bright rings are as the odd numbers 1, 3, 5, 7, and those of the dark ones as the even numbers in between. From the curvature of the glass he calculates how thick the air must be. At the first dark ring it is the 89,000th part of an inch.

Anyone can check this today. It is 285 nanometres, half a wavelength of yellow light. Newton had measured it a century before there was a theory in which it is a wavelength of anything. He did not believe that light is a wave, but he did not let this disturb his compasses. Something in the ray, he says, is disposed by turns to be reflected and to be transmitted; he calls these turns “fits” and gives their interval. One may smile at the word. The number is right.

## The questions

The book ends with the famous Queries, sixteen in the first edition and thirty-one in the last one that Newton saw into print. Do not bodies act upon light at a distance? Is not heat carried by vibrations? They become longer and bolder as they go on, and one can watch a careful man allowing himself to guess, in the form of a question, after three hundred pages in which he did not.

## Should you read it?

Yes, though not all of it. Read the first part of Book One with a prism in your hand, which costs less than the paperback. Read the rings. Then read the Queries, slowly, late in the evening. And if you teach, give your students one page of it beside one page of a modern manual, and ask which of the two they could work from.`

const calendar = `All times are Indian Standard Time (IST). Online lectures are open to everyone; the links to join are on their pages.

| When | What |
| 28 November 2026 | [Open night at the telescope](/activities/sample-open-night), Ushanagar |
| 10 December 2026, 17:00 | Online lecture: [order without repetition](/activities/sample-online-lecture-order-without-repetition) |
| 15 December 2026 | Abstracts for the conference on light and matter are due |
| 14 January 2027, 17:00 | Online lecture: [how a drum sounds](/activities/sample-online-lecture-how-a-drum-sounds) |
| 21 to 23 January 2027 | Workshop: [computing pictures of physics](/activities/sample-workshop-computing-pictures), Neelagunda |
| 31 January 2027, 23:59 | Nominations of Fellows and Associate Fellows close, and so does the call for the Young Scientist Award |
| 4 February 2027, 17:30 | Online lecture: [forecasting the unforecastable](/activities/sample-online-lecture-forecasting-the-unforecastable) |
| 18 to 20 February 2027 | [International Conference on Light and Matter](/conferences/sample-light-and-matter-2027), Triveninagar |

Changes are announced on the [calendar page](/calendar), which you can also subscribe to with your own calendar.

## To keep in mind

- If you want to speak at the conference, send your abstract by 15 December 2026. You will hear from the organisers by 8 January 2027.
- Registration for the conference closes on 31 January 2027, the same day as the nominations.
- The workshop needs no previous course, only a computer of your own.`

const puzzle = `Venus comes between the Earth and the Sun once in 583.92 days on average. Plot its path as seen from the Earth over eight years, and you get a rosette with five loops that closes almost exactly.

1. **Almost.** How many days are missing after five such meetings, if the year has 365.25 days?
2. By how many degrees has the fifth meeting moved along the Earth’s path, compared with the first?
3. After how many years, roughly, have the five loops wandered far enough for each to take the place of the next one?

A hint: the five meetings are spread evenly, so neighbouring loops are 72 degrees apart. And a warning: question 3 can be answered in one line, but most people need two attempts.

## Answer to the last puzzle

In the summer issue we asked how far the pole star is from the true pole. On a print that shows one degree of the sky as 17.5 millimetres, its arc was 2.9 millimetres long after one hour.

In one hour every star turns through the same fifteen degrees, which is 0.262 of the radius of its circle. The radius of the pole star’s circle is therefore

$$r = \\frac{2.9\\ \\text{mm}}{0.262} = 11.1\\ \\text{mm},$$

and this is 0.63 degrees on the sky: a little more than the width of the full Moon. Readers who measured the straight line between the ends of the arc found the same, because at fifteen degrees an arc and its chord differ by less than one per cent.`

export const secondHalf: SampleArticle[] = [
  {
    title: 'In the classroom: a ruler for light waves',
    author: 118,
    summary:
      'With a laser pointer and the marks on a steel ruler, a class measures the wavelength of light in one lesson.',
    text: ruler,
  },
  {
    title: 'Read again: Newton’s Opticks',
    author: 119,
    summary: 'A book of instructions from 1704, with one very good number in it.',
    text: opticks,
  },
  {
    title: 'What is on, November to February',
    summary: 'Lectures, a workshop, an open night, a conference and two deadlines.',
    text: calendar,
  },
  {
    title: 'A puzzle to end with',
    author: 124,
    summary: 'The five loops of Venus, and the answer to the question about the pole star.',
    text: puzzle,
  },
]
