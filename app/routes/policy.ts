/**
 * Who may read and who may act at every address, by the id of its route. Nothing else decides it; every
 * loader and action of a guarded route asks, and a route without a line is refused and fails the tests.
 */

/**
 * Somebody with a password but not yet the second factor is "half": only the way to finish is open. An
 * administrator who has still to set up a second factor is "enrolling": only the own account is open. As long as nobody
 * has proved the address of an account it is "unproved", whatever its role: it can do nothing that would stay.
 */
export type Visitor = 'visitor' | 'half' | 'unproved' | 'enrolling' | 'pending' | 'editor' | 'admin'

interface Line {
  read: readonly Visitor[]
  /** Left out where the route has no action. */
  act?: readonly Visitor[]
}

const everyone = ['visitor', 'half', 'unproved', 'enrolling', 'pending', 'editor', 'admin'] as const
const accountHolders = ['unproved', 'enrolling', 'pending', 'editor', 'admin'] as const
const addressOwners = ['enrolling', 'pending', 'editor', 'admin'] as const
const staff = ['editor', 'admin'] as const
const administrators = ['admin'] as const
const signedIn = ['half', 'unproved', 'enrolling', 'pending', 'editor', 'admin'] as const

const open: Line = { read: everyone }
const openForm: Line = { read: everyone, act: everyone }

/** Whoever holds the cookie or the link of a form that was begun may read and change it; everybody may begin one. */
function formAt(path: string): Record<string, Line> {
  return {
    [`forms/start/${path}`]: openForm,
    [`forms/tasks/${path}`]: openForm,
    [`forms/part/${path}`]: openForm,
    [`forms/upload/${path}`]: { read: [], act: everyone },
    [`forms/check/${path}`]: openForm,
    [`forms/sent/${path}`]: open,
    [`forms/copy/${path}`]: open,
    [`forms/resume/${path}`]: openForm,
  }
}

export const policy: Record<string, Line> = {
  root: open,
  'routes/site/layout': open,
  'routes/site/home': open,
  'reading/iaps': open,
  'reading/iaps/aims-objective-of-iaps': open,
  'reading/iaps/constitution': open,
  'routes/site/executive-council': open,
  'reading/fellowship': open,
  'reading/fellowship/associate-fellowship': open,
  'routes/site/fellows': open,
  'routes/site/fellow': open,
  'routes/site/awards': open,
  'routes/site/award': open,
  'routes/site/newsletters': openForm,
  'newsletter-link/confirm': openForm,
  'newsletter-link/leave': openForm,
  'routes/site/newsletter': open,
  'routes/site/news-list': open,
  'routes/site/news-item': open,
  'conferences/conferences/international': open,
  'conferences/conferences/other-iaps-conference/international': open,
  'conferences/conferences/other-iaps-conference/national': open,
  'routes/site/conference': open,
  'reading/membership/rules': open,
  'routes/site/members': open,
  'activities/activities/iaps-memorial-lectures': open,
  'activities/activities/iaps-workshop': open,
  'activities/activities/online-lectures': open,
  'activities/activities/other-programs': open,
  'routes/site/activity': open,
  'routes/site/gallery': open,
  'routes/site/album': open,
  'routes/site/photo': open,
  'routes/site/contact-us': openForm,
  'routes/site/archive': open,
  'routes/site/search': open,
  'reading/privacy': open,
  'reading/accessibility': open,
  'reading/pages/:slug': open,
  ...formAt('fellowship/fellow-nomination-form'),
  ...formAt('fellowship/associate-fellow-nomination-form'),
  ...formAt('membership/form'),
  'routes/site/confirm/confirm': openForm,
  'routes/site/confirm/case-status': openForm,
  'routes/site/certificates/check': open,
  'routes/site/certificates/certificate': open,
  'routes/site/certificates/certificate-file': open,
  'routes/endpoints/certificate-key': open,
  'routes/site/not-found': open,

  'feed/feed.atom': open,
  'feed/news/feed.atom': open,
  'feed/newsletter/feed.atom': open,
  'feed/conferences/feed.atom': open,
  'feed/activities/feed.atom': open,
  'routes/endpoints/conference-calendar': open,
  'routes/endpoints/activity-calendar': open,
  'routes/endpoints/picture': open,
  'routes/endpoints/download': open,
  'routes/endpoints/social-preview': open,
  'routes/endpoints/sitemap': open,
  'routes/endpoints/robots': open,
  'routes/endpoints/web-manifest': open,
  'routes/endpoints/health': open,
  'routes/endpoints/ready': open,
  // Which machine asks, or its token, decides inside.
  'routes/endpoints/metrics': open,
  'routes/endpoints/shared-preview': open,

  'routes/staff/sign-in': openForm,
  'routes/staff/forgotten-password': openForm,
  'routes/staff/follow-link': openForm,
  'routes/staff/second-factor': { read: signedIn, act: signedIn },
  'routes/staff/sign-out': { read: everyone, act: everyone },
  'routes/staff/passkey-sign-in': { read: [], act: everyone },
  'routes/staff/passkey-add': { read: [], act: addressOwners },

  'routes/staff/frame': { read: accountHolders },
  'routes/staff/admin-dashboard': { read: administrators },
  'routes/staff/editor-dashboard': { read: staff },
  'routes/staff/find': { read: staff },
  'routes/staff/cases/case-list': { read: staff, act: staff },
  'routes/staff/cases/case-page': { read: staff, act: staff },
  'routes/staff/cases/case-file': { read: staff },
  'routes/staff/cases/case-statistics': { read: staff },
  'routes/staff/cases/statistics-export': { read: [], act: administrators },
  'routes/staff/cases/payment-list': { read: staff, act: staff },
  'routes/staff/cases/payment-statement': { read: staff, act: staff },
  'routes/staff/people': { read: staff, act: staff },
  'routes/staff/audit-export': { read: [], act: administrators },
  'routes/staff/staff-export': { read: [], act: administrators },
  'routes/staff/people-export': { read: [], act: administrators },
  'routes/staff/mail-export': { read: [], act: administrators },
  'routes/staff/content/entries-export': { read: [], act: staff },
  'routes/staff/links-export': { read: [], act: staff },
  'routes/staff/media-export': { read: [], act: staff },
  'routes/staff/enquiries/inbox': { read: staff, act: staff },
  'routes/staff/enquiries/enquiry': { read: staff, act: staff },
  'routes/staff/enquiries/subscribers': { read: staff, act: staff },
  'routes/staff/enquiries/newsletter-mailing': { read: administrators, act: administrators },
  'routes/staff/enquiries/subscribers-export': { read: [], act: administrators },
  'routes/staff/people-imports': { read: staff, act: staff },
  'routes/staff/people-import': { read: staff, act: staff },
  'routes/staff/people-import-rows': { read: staff },
  'routes/staff/people-import-report': { read: staff },
  'routes/staff/person-new': { read: staff, act: staff },
  'routes/staff/person': { read: staff, act: staff },
  'routes/staff/person-certificates': { read: administrators, act: administrators },
  'routes/staff/content/entry-list': { read: staff, act: staff },
  'routes/staff/content/begin-entry': { read: staff, act: staff },
  'routes/staff/content/entry-page': { read: staff, act: staff },
  'routes/staff/content/entry-versions': { read: staff, act: staff },
  'routes/staff/content/share-preview': { read: staff, act: staff },
  'routes/staff/content/save-entry': { read: [], act: staff },
  'routes/staff/content/working-copy': { read: [], act: staff },
  'routes/staff/content/preview-entry': { read: staff },
  'routes/staff/content/page-choices': { read: staff },
  'routes/staff/staff-accounts': { read: administrators, act: administrators },
  'routes/staff/staff-account': { read: administrators, act: administrators },
  'routes/staff/settings': { read: administrators, act: administrators },
  'routes/staff/links-page': { read: staff, act: administrators },
  'routes/staff/menu-page': { read: administrators, act: administrators },
  'routes/staff/site-copy': { read: administrators, act: administrators },
  'routes/staff/site-copy-upload': { read: [], act: administrators },
  'routes/staff/site-import': { read: administrators, act: administrators },
  'routes/staff/site-copy-file': { read: [], act: administrators },
  'routes/staff/samples': { read: administrators, act: administrators },
  'routes/staff/system': { read: administrators, act: administrators },
  'routes/staff/letters/letter-wordings': { read: administrators },
  'routes/staff/letters/letter-wording': { read: administrators, act: administrators },
  'routes/staff/mail': { read: administrators, act: administrators },
  'routes/staff/letter': { read: administrators, act: administrators },
  'routes/staff/privacy/privacy': { read: administrators, act: administrators },
  'routes/staff/privacy/person-data-export': { read: [], act: administrators },
  'routes/staff/audit-trail': { read: staff },
  'routes/staff/media-library': { read: staff, act: staff },
  'routes/staff/media-file': { read: staff, act: staff },
  'routes/staff/media-upload': { read: [], act: staff },
  'routes/staff/media-choices': { read: staff },
  'routes/staff/media-whole': { read: staff },
  'routes/staff/profile': { read: accountHolders, act: accountHolders },
  'routes/staff/password': { read: accountHolders, act: accountHolders },
  'routes/staff/factors': { read: addressOwners, act: addressOwners },
  'routes/staff/confirm': { read: accountHolders, act: accountHolders },
  'routes/staff/sessions': { read: accountHolders, act: accountHolders },
}

export function mayRead(route: string, visitor: Visitor): boolean {
  return policy[route]?.read.includes(visitor) ?? false
}

export function mayAct(route: string, visitor: Visitor): boolean {
  return policy[route]?.act?.includes(visitor) ?? false
}
