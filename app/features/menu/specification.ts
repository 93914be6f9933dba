/** The menu of the specification. Its addresses are fixed; staff may change the labels. */

export interface SpecifiedItem {
  /** Its key in the stored changes: its address, or a name if it has none. */
  key: string
  label: string
  href?: string
  /** Shown on wide screens only. */
  desktopOnly?: true
  /** The section of the site for a group. */
  under?: string
  children?: SpecifiedItem[]
}

const page = (href: string, label: string): SpecifiedItem => ({ key: href, href, label })

const group = (key: string, label: string, under: string, children: SpecifiedItem[]): SpecifiedItem => ({
  key,
  label,
  under,
  children,
})

/** The address of the journal is a setting, and so is whether there is one. */
export const journalKey = 'journal'

export const specification: SpecifiedItem[] = [
  page('/', 'Home'),
  group('about', 'About', '/iaps', [
    page('/iaps', 'IAPS'),
    page('/iaps/aims-objective-of-iaps', 'Aims & Objective of IAPS'),
    page('/iaps/constitution', 'Constitution'),
    page('/iaps/executive-council', 'Executive Council'),
  ]),
  { key: journalKey, label: 'Journal' },
  group('fellowship', 'Fellowship', '/fellowship', [
    page('/fellowship', 'Fellowship'),
    page('/fellowship/associate-fellowship', 'Associate Fellowship'),
    page('/fellowship/fellows', 'Fellows'),
    {
      key: 'nomination-forms',
      label: 'Nomination Forms',
      children: [
        page('/fellowship/fellow-nomination-form', 'Fellow Nomination Form'),
        page('/fellowship/associate-fellow-nomination-form', 'Associate Fellow Nomination Form'),
      ],
    },
  ]),
  group('awards', 'Awards', '/awards', [
    page('/awards/academic-gold-medal-award', 'Academic Gold Medal Award'),
    {
      ...page('/awards/prof-pn-pandey-research-award', 'Prof. P. N. Pandey Research Award'),
      desktopOnly: true,
    },
    page(
      '/awards/swami-bhjnanand-saraswati-vedic-science-award',
      'Swami Bhjnanand Saraswati Vedic Science Award',
    ),
    page('/awards/prof-hp-dikshit-memorial-award', 'Prof. H. P. Dikshit Memorial Award'),
    page('/awards/prof-pr-sharma-memorial-award', 'Prof. P. R. Sharma Memorial Award'),
    page('/awards/young-scientist-award', 'Young Scientist Award'),
  ]),
  page('/newsletter', 'Newsletter'),
  group('conferences', 'Conferences', '/conferences', [
    page('/conferences/international', 'International Conference'),
    {
      key: 'other-iaps-conference',
      label: 'Other IAPS Conference',
      children: [
        page('/conferences/other-iaps-conference/international', 'International'),
        page('/conferences/other-iaps-conference/national', 'National'),
      ],
    },
  ]),
  group('membership', 'Membership', '/membership', [
    page('/membership/rules', 'Membership Rules'),
    page('/membership/form', 'Membership Form'),
    page('/membership/life-members-or-iaps-associates', 'Life Members or IAPS Associates'),
  ]),
  group('activities', 'Activities', '/activities', [
    page('/activities/iaps-memorial-lectures', 'IAPS Memorial Lectures'),
    page('/activities/iaps-workshop', 'IAPS Workshop'),
    page('/activities/online-lectures', 'Online Lectures'),
    page('/activities/other-programs', 'Other Programs'),
  ]),
  page('/gallery', 'Gallery'),
  page('/contact-us', 'Contact Us'),
  page('/archive', 'Archive'),
]

export const topList = 'top'

/** Staff may add entries under these. */
export const groupKeys = specification.filter(({ under }) => under).map(({ key }) => key)
