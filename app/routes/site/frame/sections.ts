import type { Element } from '#ui/foundations/spectrum.ts'

/** The sections of the site, each with the spectrum of one element. */
interface Section {
  label: string
  /** Its front page. */
  href: string
  element: Element
}

const sections: Record<string, Section> = {
  iaps: { label: 'IAPS', href: '/iaps', element: 'hydrogen' },
  fellowship: { label: 'Fellowship', href: '/fellowship', element: 'helium' },
  awards: { label: 'Awards', href: '/awards', element: 'sodium' },
  conferences: { label: 'Conferences', href: '/conferences', element: 'mercury' },
  membership: { label: 'Membership', href: '/membership', element: 'neon' },
  activities: { label: 'Activities', href: '/activities', element: 'iron' },
  newsletter: { label: 'Newsletter', href: '/newsletter', element: 'argon' },
  news: { label: 'News', href: '/news', element: 'argon' },
  calendar: { label: 'Calendar', href: '/calendar', element: 'hydrogen' },
  gallery: { label: 'Gallery', href: '/gallery', element: 'krypton' },
  archive: { label: 'Archive', href: '/archive', element: 'calcium' },
  'contact-us': { label: 'Contact Us', href: '/contact-us', element: 'oxygen' },
}

const academy: Section = { label: 'The Academy', href: '/', element: 'hydrogen' }

export function sectionOf(path: string): Section {
  return sections[path.split('/')[1] ?? ''] ?? academy
}
