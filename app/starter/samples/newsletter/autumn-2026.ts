import { samplePerson } from '#starter/samples/people.ts'
import type { SampleArticle } from './article.ts'

/** The first half of the newest sample issue. The build would write typographic signs in a `String.raw` as escapes, so backslashes are doubled. */

const listener = samplePerson(91)

const editorial = `Dear members,

the summer belonged to chaos. In July we met online for three days to discuss maps, rotors and magnets, and the report in this issue tries to keep some of the conversation that followed the talks. If you were there, you may recognise your own question. If you were not, I hope you will feel that you would have liked to ask it.

The rest of the issue is about looking closely. An essay looks at the edge of a shadow, which turns out to be neither sharp nor dark. A teaching note measures the wavelength of light with the marks on a steel ruler. A geophysicist explains what a river sounds like from below. And one of our readers has taken Newton’s *Opticks* from the shelf again and found that it is, of all things, a book of instructions.

The autumn belongs to nominations. Please read the call on whom you might nominate before you turn to the puzzle on the last page. It takes an afternoon to write a good nomination and some weeks until the seconder and the nominee have answered, so November is a better month for it than January.

In February we meet for the conference on light and matter. Abstracts are due on 15 December 2026. All dates are in the calendar at the end.

Write to us about anything that you would like to read here. The best letters of this year began with the words “I am not sure whether this is interesting”.`

const report = `For three days in July, speakers from six countries discussed online how simple laws lead to rich motion. The programme was short on purpose: nine talks, each followed by as much discussion as people wanted. Twice they wanted more than the clock allowed.

## One wheel, one kick

The opening lecture looked back on forty years with the kicked rotor. Take a wheel that turns without friction. Once in every unit of time, give it a kick whose strength depends on where the wheel happens to be. Its angle $\\theta$ and its momentum $p$ then follow two lines that fit on a visiting card:

$$p' = p + K \\sin\\theta, \\qquad \\theta' = \\theta + p'$$

Everything depends on the number $K$. Without kicks the wheel keeps its speed for ever. With weak kicks most motions remain regular, and curves in the picture of $\\theta$ and $p$ separate the narrow chaotic layers from one another. As $K$ grows, these curves break up one after the other. The last of them, whose rotation is governed by the golden mean, gives way at $K \\approx 0.97$. Beyond that value a wheel can gather speed without limit, although nothing but a fixed rule drives it.

The speaker showed the same picture at twelve values of $K$ and asked us to find the islands that survive. They are there long after one has stopped looking.

## How long is a forecast good for?

The second session asked a practical question. In a chaotic system a small error grows by a constant factor in equal times. Ten times better measurements therefore do not give a forecast that is good for ten times as long; they add a fixed length of time to it. Edward Lorenz met this in 1963 in three equations for rising air, and weather services live with it every day. They compute dozens of forecasts from slightly different starts and report how far these move apart. “The spread is the forecast,” said one of the speakers, “and the mean is only a summary of it.”

## Magnets and boiling water

The third session turned from motion in time to patterns in space. A model magnet on a square lattice orders itself below the temperature that Lars Onsager calculated in 1944,

$$T_c = \\frac{2J}{k \\ln(1 + \\sqrt 2)} \\approx 2.27\\,\\frac{J}{k}.$$

Near it, clusters of equal spins appear in every size, and a picture of the magnet looks the same at every magnification. The same numbers describe how fluctuations grow in the magnet and in a flat layer of fluid where liquid and vapour become one. That two such different things agree in their exponents, and not merely in their looks, is one of the great results of the last century. The discussion after this talk lasted longer than the talk itself.

## What remained

In the last break, each at a different kitchen table, three of the participants discovered that they teach the same experiment, a dripping tap, with three different explanations. They promised us an article.

We will meet again in two years. Computer graphics from the meeting are in the [album on order and chaos](/gallery/sample-order-and-chaos), and the [page of the meeting](/conferences/sample-chaos-and-order-2026) has the list of speakers.`

const essay = `Look closely at the edge of a shadow. In sunlight it is soft, and the reason is simple: the Sun is not a point. It is about half a degree wide, so that ten metres behind an edge the light fades over a band nine centimetres wide. Every part of the Sun casts a sharp shadow of its own, and we see all of them at once.

Now take a smaller lamp and put it further away. The band shrinks. It is tempting to think that with a perfect point of light the edge would be perfectly sharp: bright here, dark there, and a line between them. It would not. When everything else has been taken away, light itself remains.

## Fringes outside, a glow inside

Behind a straight edge lit by a distant point, the bright side is not evenly bright. There are fringes parallel to the edge, broad at first and then narrower and fainter. The first of them is brighter than if there were no obstacle at all, by 37 per cent. On the dark side there are no fringes. The light fades smoothly, and it never quite ends.

Augustin Fresnel explained all this in 1818 by adding up small waves from every point of the open half of space. Each arrives with its own delay. Near the straight line from the lamp to the observer the delays are nearly equal and the waves support one another; further out they alternate ever faster and cancel. The sum is given by two integrals,

$$C(w) = \\int_0^w \\cos\\frac{\\pi t^2}{2}\\,dt, \\qquad S(w) = \\int_0^w \\sin\\frac{\\pi t^2}{2}\\,dt,$$

which now have his name.

## A curve to read the answer from

In 1874 Alfred Cornu had a beautiful idea. He drew the point with coordinates $C(w)$ and $S(w)$ for every $w$. The result is a double spiral that winds into two eyes, one for each end of the infinite line. To find the light at some place behind the edge, draw a straight line from one eye to the point that belongs to the place. The square of its length is the intensity.

So the whole shadow can be seen in one figure. Deep in the dark the point has run into the eye from which the line is drawn, and the line is short. Far in the bright it runs around the other eye, and the line is as long as the distance between the eyes, now a little longer, now a little shorter: these are the fringes. And exactly at the geometrical edge, the point is in the middle. The line has half its full length, and the intensity is

$$\\left(\\tfrac12\\right)^2 = \\tfrac14$$

of that in the open. Half of the waves are missing, but brightness goes with the square. This is the answer to the question in the title, as far as it has one: at its edge, a shadow is three quarters dark.

## The spot that should not exist

Fresnel sent his theory to a competition of the Paris Academy of Sciences. One of the judges, Siméon Denis Poisson, saw that it led to something absurd: in the middle of the shadow of a round disc there would have to be a bright spot, as bright as if the disc were not there. François Arago made the experiment. The spot was there. Fresnel received the prize in 1819.

I like this story less for its ending than for Poisson, who took a theory that he did not believe more seriously than its friends did, and calculated.

## Try it

The scale of the fringes is $\\sqrt{\\lambda d / 2}$, where $d$ is the distance behind the edge. Two metres behind a razor blade it is about three quarters of a millimetre. A laser pointer whose beam is spread by a small lens shows the fringes on a white wall in any dark room. Never look into the beam; look at the wall.`

const nominations = `Every year, when the list of nominations is closed, someone writes to us: “I thought that surely somebody else had nominated her.” Usually nobody had. This is a request to assume that nobody has.

## Who could it be?

Think of the colleague whose paper you cite without looking it up. Think of the person who built the instrument that three groups now use, of the teacher whose students turn up everywhere, of the mathematician whom the physicists go to. Think beyond your own department and beyond your own city. Good work at a small college is easily overlooked, and a nomination can change that.

## What you need

- **A proposer and a seconder.** You are the one; ask the other before you start.
- **The consent of the nominee.** We send the nominee a link by email.
- **A statement of what the nominee has done.** Two clear paragraphs are better than two pages. Say what was not known before, and who uses it now.
- **A few publications.** Choose those that you would want to explain, not the longest list.

The office looks at a nomination only when all confirmations have arrived, so allow some weeks for them.

## Deadline

Nominations of Fellows and of Associate Fellows close on **31 January 2027 at 23:59 IST**. So does the call for the [Young Scientist Award](/awards/young-scientist-award).

1. Nominate a Fellow with the [Fellow Nomination Form](/fellowship/fellow-nomination-form).
2. Nominate an Associate Fellow with the [Associate Fellow Nomination Form](/fellowship/associate-fellow-nomination-form).
3. If the person is not yet a member, begin with the [Membership Rules](/membership/rules).

You can save a form and return to it later with the link that we send you. If something is unclear, [write to us](/contact-us).`

const portrait = `${listener.name} works at the ${listener.affiliation} and spends the monsoon beside rivers, with instruments that were made for earthquakes. We spoke in a room full of cables.

**You measure rivers with seismometers. What does a river have to do with an earthquake?**

Both shake the ground. An earthquake does it for a minute, a river does it all year. For a long time this was simply noise, and we built our stations as far from water as we could. Then some of us became curious about the noise.

**What does it tell you?**

Two things are mixed in it. Turbulent water pushes and pulls at its bed. And in a flood, stones roll and jump along the bottom, and every impact is a tiny hammer blow. The stones are heard at higher frequencies than the water. So with some patience you can tell when a river begins to carry its bed away. You cannot see this: the water is brown, and nobody puts an instrument that costs as much as a car into a flood. We listen from the bank.

**When did you first hear it clearly?**

In my third season. The water rose in the evening, and the low notes rose with it. The high notes stayed where they were for hours, and then within ten minutes they were there. I was alone in the hut and I said “there you are” aloud. I have not told this to many people.

**Was there a moment when you wanted to give up?**

Every July. Cables get wet, batteries are carried up a hill by people who are kind enough not to say what they think of batteries, and in the data you find a procession of tractors. We once analysed a very regular signal for a week. It was the pump of a tea garden.

**What do you tell students who want to do this?**

Learn to be bored in an attentive way. Look at raw data for an hour a day without wanting anything from it. And learn some mathematics that is older than you are. Nearly everything I do rests on adding waves of different frequencies, and Fourier knew how to do that two hundred years ago.

**Do the people along the river profit from it?**

That is the question I am asked in the tea shop, and rightly so. A seismometer on the bank can notice a flood early, because it hears the river further up. It cannot replace a gauge, and it must never raise an alarm by itself. But it still works when the gauge has been washed away.

**What are you reading?**

A cookery book from the eighteenth century. It never says how much of anything. I find this restful.

**And if you could have one more instrument?**

A second one exactly like the first. Most of what I do not know, I do not know because I have only one.`

export const firstHalf: SampleArticle[] = [
  {
    title: 'From the editor',
    author: 9,
    summary: 'Chaos in July, nominations in November, and a good deal of looking closely in between.',
    text: editorial,
  },
  {
    title: 'Report: a meeting on chaos and order',
    author: 118,
    summary:
      'Nine talks in three days on kicked wheels, honest forecasts, and what magnets have in common with boiling water.',
    text: report,
  },
  {
    title: 'Essay: how dark is a shadow?',
    author: 123,
    summary: 'The edge of a shadow is neither sharp nor dark. A curve from 1874 shows why.',
    text: essay,
  },
  {
    title: 'Whom will you nominate?',
    author: 116,
    summary: 'Assume that nobody else has done it. How to write a good nomination, and by when.',
    text: nominations,
  },
  {
    title: 'Portrait: listening to rivers',
    author: 120,
    summary: `A conversation with ${listener.name} about floods, patience and the pump of a tea garden.`,
    text: portrait,
  },
]
