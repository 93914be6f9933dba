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
      lead: 'Which data we collect about you and how we use it.',
      sections: [
        section(
          'Visiting this website',
          `You can read every public page without telling us who you are. We have no advertising and no tracking, and we load nothing from other websites. If you choose the light or the dark theme, your browser remembers your choice.

          We count how often each page is opened, which files are downloaded, which websites lead people here and which searches find nothing. We store these counts as sums per day, for at most two years and one month. They contain no network address, no cookie and nothing else about you.

          Like any web server, ours stores a technical log for a limited time so that we can find faults and misuse.`,
        ),
        section(
          'Lists of members and fellows',
          `The public lists show members and fellows who have agreed to be listed, with number, name, institution, state or country, and year. We never show postal addresses, phone numbers, email addresses or dates of birth. If you are listed and
          no longer wish to be, [tell us](/contact-us).`,
        ),
        section(
          'Forms',
          `We use what you enter in a form only for the purpose of that form. Only the people at the Academy who work with the form can read it. We do not look at a nomination before the nominee has agreed to the use of the data. We never ask for card or bank account numbers.`,
        ),
        section(
          'Pictures',
          'We remove location data from photos before we publish them. If you do not want to appear in a picture, [tell us](/contact-us) and we will remove it.',
        ),
        section(
          'Links',
          'The journal and the social networks in the footer are other websites with their own privacy rules. We send them nothing. They learn about your visit only when you follow a link.',
        ),
      ],
      source: ownWording(
        'Written for this website; the Academy has not checked it. Compare it with the settings and with how long the Academy decides to store data.',
      ),
    },
  },
  {
    kind: 'page',
    slug: 'accessibility',
    data: {
      title: 'Accessibility',
      lead: 'We want everyone to be able to use this website.',
      sections: [
        section(
          'Our goal',
          'We follow the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, in the light and the dark theme. Automated tests check every page. People notice more than tests, so please tell us about problems.',
        ),
        section(
          'What we do',
          `- You can use everything with the keyboard. The first link on each page skips to the content.
          - You can read all pages and open all menus with JavaScript turned off.
          - You can enlarge text to at least twice its size, also on small screens.
          - Pictures have descriptions. Formulas are marked up so that screen readers can read them out.
          - Dates are written out, and times of lectures include the time zone.
          - Animations are turned off if your system is set to reduce motion.
          - You can print the constitution, the rules, the lists and the forms.`,
        ),
        section(
          'Known limits',
          'Older PDF files may lack tags for screen readers. Ask us for the text in another format.',
        ),
        section(
          'Contact us about accessibility',
          'If something does not work for you, [contact us](/contact-us). Please tell us the page and the browser or assistive technology you use.',
        ),
      ],
      source: ownWording(
        'Written for this website; the Academy has not checked it. Change it when the site changes.',
      ),
    },
  },
]
