import type { PublicSettings } from '#features/settings/settings.ts'
import type { MenuGroup } from '#ui/menu.ts'

/** The menu of the specification: the same entries on every screen, but one award that only wide ones show. */
export function siteMenu(settings: PublicSettings): MenuGroup[] {
  return [
    { label: 'Home', href: '/' },
    {
      label: 'About',
      under: '/iaps',
      children: [
        { label: 'IAPS', href: '/iaps' },
        { label: 'Aims & Objective of IAPS', href: '/iaps/aims-objective-of-iaps' },
        { label: 'Constitution', href: '/iaps/constitution' },
        { label: 'Executive Council', href: '/iaps/executive-council' },
      ],
    },
    ...(settings.journalUrl
      ? [{ label: 'Journal', href: settings.journalUrl, external: true as const }]
      : []),
    {
      label: 'Fellowship',
      under: '/fellowship',
      children: [
        { label: 'Fellowship', href: '/fellowship' },
        { label: 'Associate Fellowship', href: '/fellowship/associate-fellowship' },
        { label: 'Fellows', href: '/fellowship/fellows' },
        {
          label: 'Nomination Forms',
          children: [
            { label: 'Fellow Nomination Form', href: '/fellowship/fellow-nomination-form' },
            {
              label: 'Associate Fellow Nomination Form',
              href: '/fellowship/associate-fellow-nomination-form',
            },
          ],
        },
      ],
    },
    {
      label: 'Awards',
      under: '/awards',
      children: [
        { label: 'Academic Gold Medal Award', href: '/awards/academic-gold-medal-award' },
        {
          label: 'Prof. P. N. Pandey Research Award',
          href: '/awards/prof-pn-pandey-research-award',
          desktopOnly: true,
        },
        {
          label: 'Swami Bhjnanand Saraswati Vedic Science Award',
          href: '/awards/swami-bhjnanand-saraswati-vedic-science-award',
        },
        { label: 'Prof. H. P. Dikshit Memorial Award', href: '/awards/prof-hp-dikshit-memorial-award' },
        { label: 'Prof. P. R. Sharma Memorial Award', href: '/awards/prof-pr-sharma-memorial-award' },
        { label: 'Young Scientist Award', href: '/awards/young-scientist-award' },
      ],
    },
    { label: 'Newsletter', href: '/newsletter' },
    {
      label: 'Conferences',
      under: '/conferences',
      children: [
        { label: 'International Conference', href: '/conferences/international' },
        {
          label: 'Other IAPS Conference',
          children: [
            { label: 'International', href: '/conferences/other-iaps-conference/international' },
            { label: 'National', href: '/conferences/other-iaps-conference/national' },
          ],
        },
      ],
    },
    {
      label: 'Membership',
      under: '/membership',
      children: [
        { label: 'Membership Rules', href: '/membership/rules' },
        { label: 'Membership Form', href: '/membership/form' },
        {
          label: 'Life Members or IAPS Associates',
          href: '/membership/life-members-or-iaps-associates',
        },
      ],
    },
    {
      label: 'Activities',
      under: '/activities',
      children: [
        { label: 'IAPS Memorial Lectures', href: '/activities/iaps-memorial-lectures' },
        { label: 'IAPS Workshop', href: '/activities/iaps-workshop' },
        { label: 'Online Lectures', href: '/activities/online-lectures' },
        { label: 'Other Programs', href: '/activities/other-programs' },
      ],
    },
    { label: 'Gallery', href: '/gallery' },
    { label: 'Contact Us', href: '/contact-us' },
    { label: 'Archive', href: '/archive' },
  ]
}
