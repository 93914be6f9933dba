/** The menu of the specification: the entries of each group, in order, including submenus. */
export const groups: Record<string, string[]> = {
  About: ['/iaps', '/iaps/aims-objective-of-iaps', '/iaps/constitution', '/iaps/executive-council'],
  Fellowship: [
    '/fellowship',
    '/fellowship/associate-fellowship',
    '/fellowship/fellows',
    '/fellowship/fellow-nomination-form',
    '/fellowship/associate-fellow-nomination-form',
  ],
  Awards: [
    '/awards/academic-gold-medal-award',
    '/awards/prof-pn-pandey-research-award',
    '/awards/swami-bhjnanand-saraswati-vedic-science-award',
    '/awards/prof-hp-dikshit-memorial-award',
    '/awards/prof-pr-sharma-memorial-award',
    '/awards/young-scientist-award',
  ],
  Conferences: [
    '/conferences/international',
    '/conferences/other-iaps-conference/international',
    '/conferences/other-iaps-conference/national',
  ],
  Membership: ['/membership/rules', '/membership/form', '/membership/life-members-or-iaps-associates'],
  Activities: [
    '/activities/iaps-memorial-lectures',
    '/activities/iaps-workshop',
    '/activities/online-lectures',
    '/activities/other-programs',
  ],
}

const journal = 'https://www.iaps.org.in/journal/index.php/journaliaps'

/** The entries of the top level that are plain links. */
export const entries = ['/', journal, '/newsletter', '/gallery', '/contact-us', '/archive']

/** The one award that only wide screens show. */
export const desktopOnly = '/awards/prof-pn-pandey-research-award'
