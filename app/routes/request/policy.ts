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
  'routes/site/frame/layout': open,
  'routes/site/pages/home': open,
  'reading/iaps': open,
  'reading/iaps/aims-objective-of-iaps': open,
  'reading/iaps/constitution': open,
  'routes/site/directory/executive-council': open,
  'reading/fellowship': open,
  'reading/fellowship/associate-fellowship': open,
  'routes/site/directory/fellows': open,
  'routes/site/directory/fellow': open,
  'routes/site/pages/awards': open,
  'routes/site/pages/award': open,
  'routes/site/newsletter/newsletters': openForm,
  'newsletter-link/confirm': openForm,
  'newsletter-link/leave': openForm,
  'routes/site/newsletter/newsletter': open,
  'routes/site/pages/news-list': open,
  'routes/site/pages/news-item': open,
  'conferences/conferences/international': open,
  'conferences/conferences/other-iaps-conference/international': open,
  'conferences/conferences/other-iaps-conference/national': open,
  'routes/site/events/conference': open,
  'reading/membership/rules': open,
  'routes/site/directory/members': open,
  'activities/activities/iaps-memorial-lectures': open,
  'activities/activities/iaps-workshop': open,
  'activities/activities/online-lectures': open,
  'activities/activities/other-programs': open,
  'routes/site/events/activity': open,
  'routes/site/gallery/gallery': open,
  'routes/site/gallery/album': open,
  'routes/site/gallery/photo': open,
  'routes/site/contact/contact-us': openForm,
  'routes/site/pages/archive': open,
  'routes/site/pages/search': open,
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
  'routes/endpoints/files/certificate-key': open,
  'routes/site/frame/not-found': open,

  'feed/feed.atom': open,
  'feed/news/feed.atom': open,
  'feed/newsletter/feed.atom': open,
  'feed/conferences/feed.atom': open,
  'feed/activities/feed.atom': open,
  'routes/endpoints/calendar/conference-calendar': open,
  'routes/endpoints/calendar/activity-calendar': open,
  'routes/endpoints/files/picture': open,
  'routes/endpoints/files/download': open,
  'routes/endpoints/preview/social-preview': open,
  'routes/endpoints/feeds/sitemap': open,
  'routes/endpoints/feeds/robots': open,
  'routes/endpoints/feeds/web-manifest': open,
  'routes/endpoints/health/health': open,
  'routes/endpoints/health/ready': open,
  // Which machine asks, or its token, decides inside.
  'routes/endpoints/health/metrics': open,
  'routes/endpoints/preview/shared-preview': open,

  'routes/staff/sign-in/sign-in': openForm,
  'routes/staff/sign-in/forgotten-password': openForm,
  'routes/staff/sign-in/follow-link': openForm,
  'routes/staff/sign-in/second-factor': { read: signedIn, act: signedIn },
  'routes/staff/sign-in/sign-out': { read: everyone, act: everyone },
  'routes/staff/sign-in/passkey-sign-in': { read: [], act: everyone },
  'routes/staff/account/passkey-add': { read: [], act: addressOwners },

  'routes/staff/shared/frame': { read: accountHolders },
  'routes/staff/desk/admin-dashboard': { read: administrators },
  'routes/staff/desk/editor-dashboard': { read: staff },
  'routes/staff/desk/find': { read: staff },
  'routes/staff/cases/case-list': { read: staff, act: staff },
  'routes/staff/cases/case-page': { read: staff, act: staff },
  'routes/staff/cases/case-file': { read: staff },
  'routes/staff/cases/case-statistics': { read: staff },
  'routes/staff/cases/statistics-export': { read: [], act: administrators },
  'routes/staff/payments/payment-list': { read: staff, act: staff },
  'routes/staff/payments/payment-statement': { read: staff, act: staff },
  'routes/staff/people/people': { read: staff, act: staff },
  'routes/staff/audit/audit-export': { read: [], act: administrators },
  'routes/staff/accounts/staff-export': { read: [], act: administrators },
  'routes/staff/people/people-export': { read: [], act: administrators },
  'routes/staff/mail/mail-export': { read: [], act: administrators },
  'routes/staff/content/entries-export': { read: [], act: staff },
  'routes/staff/settings/links-export': { read: [], act: staff },
  'routes/staff/media/media-export': { read: [], act: staff },
  'routes/staff/enquiries/inbox': { read: staff, act: staff },
  'routes/staff/enquiries/enquiry': { read: staff, act: staff },
  'routes/staff/enquiries/subscribers': { read: staff, act: staff },
  'routes/staff/enquiries/newsletter-mailing': { read: administrators, act: administrators },
  'routes/staff/enquiries/subscribers-export': { read: [], act: administrators },
  'routes/staff/people-import/people-imports': { read: staff, act: staff },
  'routes/staff/people-import/people-import': { read: staff, act: staff },
  'routes/staff/people-import/people-import-rows': { read: staff },
  'routes/staff/people-import/people-import-report': { read: staff },
  'routes/staff/people/person-new': { read: staff, act: staff },
  'routes/staff/people/person': { read: staff, act: staff },
  'routes/staff/people/person-certificates': { read: administrators, act: administrators },
  'routes/staff/content/entry-list': { read: staff, act: staff },
  'routes/staff/content/begin-entry': { read: staff, act: staff },
  'routes/staff/content/entry-page': { read: staff, act: staff },
  'routes/staff/content/entry-versions': { read: staff, act: staff },
  'routes/staff/content/share-preview': { read: staff, act: staff },
  'routes/staff/content/save-entry': { read: [], act: staff },
  'routes/staff/content/working-copy': { read: [], act: staff },
  'routes/staff/content/preview-entry': { read: staff },
  'routes/staff/content/page-choices': { read: staff },
  'routes/staff/accounts/staff-accounts': { read: administrators, act: administrators },
  'routes/staff/accounts/staff-account': { read: administrators, act: administrators },
  'routes/staff/settings/settings': { read: administrators, act: administrators },
  'routes/staff/settings/links-page': { read: staff, act: administrators },
  'routes/staff/settings/menu-page': { read: administrators, act: administrators },
  'routes/staff/site-copy/site-copy': { read: administrators, act: administrators },
  'routes/staff/site-copy/site-copy-upload': { read: [], act: administrators },
  'routes/staff/site-copy/site-import': { read: administrators, act: administrators },
  'routes/staff/site-copy/site-copy-file': { read: [], act: administrators },
  'routes/staff/settings/samples': { read: administrators, act: administrators },
  'routes/staff/settings/system': { read: administrators, act: administrators },
  'routes/staff/letters/letter-wordings': { read: administrators },
  'routes/staff/letters/letter-wording': { read: administrators, act: administrators },
  'routes/staff/mail/mail': { read: administrators, act: administrators },
  'routes/staff/letters/letter': { read: administrators, act: administrators },
  'routes/staff/privacy/privacy': { read: administrators, act: administrators },
  'routes/staff/privacy/person-data-export': { read: [], act: administrators },
  'routes/staff/audit/audit-trail': { read: staff },
  'routes/staff/media/media-library': { read: staff, act: staff },
  'routes/staff/media/media-file': { read: staff, act: staff },
  'routes/staff/media/media-upload': { read: [], act: staff },
  'routes/staff/media/media-choices': { read: staff },
  'routes/staff/media/media-whole': { read: staff },
  'routes/staff/account/profile': { read: accountHolders, act: accountHolders },
  'routes/staff/account/password': { read: accountHolders, act: accountHolders },
  'routes/staff/account/factors': { read: addressOwners, act: addressOwners },
  'routes/staff/sign-in/confirm': { read: accountHolders, act: accountHolders },
  'routes/staff/account/sessions': { read: accountHolders, act: accountHolders },
}

export function mayRead(route: string, visitor: Visitor): boolean {
  return policy[route]?.read.includes(visitor) ?? false
}

export function mayAct(route: string, visitor: Visitor): boolean {
  return policy[route]?.act?.includes(visitor) ?? false
}
