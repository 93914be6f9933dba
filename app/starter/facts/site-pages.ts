import type { StarterEntry } from '#starter/entry.ts'
import { section } from '#starter/sections.ts'
import { ownWording } from './sources.ts'

/** Statements about this website itself. */
export const sitePages: StarterEntry[] = [
  {
    kind: 'page',
    slug: 'privacy',
    data: {
      title: 'Privacy',
      lead: 'What this website knows about you, and what it does with it.',
      sections: [
        section(
          'Reading',
          `You can read every public page without telling us who you are. There is no advertising and no tracking, and
          nothing is loaded from other sites. If you choose the light or the dark theme, your own browser remembers the
          choice.

          Like any web server, ours keeps a technical log for a while, so that faults and misuse can be found.`,
        ),
        section(
          'The lists of members and fellows',
          `The public lists show those who have agreed to be listed: number, name, institution, state or country, and the
          year. Addresses, telephone numbers, e-mail addresses and dates of birth are never shown. If you are listed and
          no longer wish to be, [tell us](/contact-us).`,
        ),
        section(
          'Forms',
          `What you write in a form is used for the purpose of that form and read by the people at the Academy who deal
          with it. A nomination is not looked at before the nominee has agreed to the use of the data. Card and bank
          account numbers are never asked for.`,
        ),
        section(
          'Pictures',
          'Places stored inside uploaded photographs are removed before a picture is shown. If you do not wish to be seen in a picture, [tell us](/contact-us) and it will be taken down.',
        ),
        section(
          'Links',
          'The journal and the social networks in the footer are other sites with rules of their own. Nothing is sent to them until you follow a link.',
        ),
      ],
      source: ownWording(
        'About this website. Check it against the settings and the period of keeping that the Academy decides.',
      ),
    },
  },
  {
    kind: 'page',
    slug: 'accessibility',
    data: {
      title: 'Accessibility',
      lead: 'This website is meant to be usable by everybody.',
      sections: [
        section(
          'What we aim at',
          'The Web Content Accessibility Guidelines (WCAG) 2.2, level AA, in the light theme and in the dark one. Every page is checked against them by automated tests; people find more than tests, so please write to us.',
        ),
        section(
          'How it works',
          `- Everything can be reached and used with the keyboard. The first link on a page skips to its text.
          - Pages can be read, and menus opened, with scripts turned off.
          - Text can be enlarged to twice its size and more without loss, on small screens too.
          - Pictures have a description. Formulas are marked up as mathematics, so that a screen reader can speak them.
          - Dates and times are written out. Times of lectures name their zone.
          - Movement on the page is left out if your system asks for less of it.
          - The constitution, the rules, the lists and the forms have a print form.`,
        ),
        section(
          'Known limits',
          'PDF files of former years may lack tags for screen readers. Ask us for the text in another form.',
        ),
        section(
          'Tell us',
          'If something does not work for you, say on which page and with which browser or aid: [contact us](/contact-us).',
        ),
      ],
      source: ownWording('About this website. Keep it true: change it when the site changes.'),
    },
  },
]
