import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** The URL contract: every address of the site on one screen. */

const reading = (path: string) => route(path, 'routes/site/reading-page.tsx', { id: `reading/${path}` })
const conferences = (path: string) =>
  route(path, 'routes/site/conferences.tsx', { id: `conferences/${path}` })
const activities = (path: string) => route(path, 'routes/site/activities.tsx', { id: `activities/${path}` })
const formGuide = (path: string) => route(path, 'routes/site/form-guide.tsx', { id: `form-guide/${path}` })
const feed = (path: string) => route(path, 'routes/endpoints/feed.ts', { id: `feed/${path}` })

export default [
  // With top bar and footer.
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    reading('iaps'),
    reading('iaps/aims-objective-of-iaps'),
    reading('iaps/constitution'),
    route('iaps/executive-council', 'routes/site/executive-council.tsx'),
    reading('fellowship'),
    reading('fellowship/associate-fellowship'),
    route('fellowship/fellows', 'routes/site/fellows.tsx'),
    route('fellowship/fellows/:id', 'routes/site/fellow.tsx'),
    route('awards', 'routes/site/awards.tsx'),
    route('awards/:slug', 'routes/site/award.tsx'),
    route('newsletter', 'routes/site/newsletters.tsx'),
    route('newsletter/:slug', 'routes/site/newsletter.tsx'),
    route('news', 'routes/site/news-list.tsx'),
    route('news/:slug', 'routes/site/news-item.tsx'),
    conferences('conferences/international'),
    conferences('conferences/other-iaps-conference/international'),
    conferences('conferences/other-iaps-conference/national'),
    route('conferences/:slug', 'routes/site/conference.tsx'),
    reading('membership/rules'),
    route('membership/life-members-or-iaps-associates', 'routes/site/members.tsx'),
    activities('activities/iaps-memorial-lectures'),
    activities('activities/iaps-workshop'),
    activities('activities/online-lectures'),
    activities('activities/other-programs'),
    route('activities/:slug', 'routes/site/activity.tsx'),
    route('gallery', 'routes/site/gallery.tsx'),
    route('gallery/:album', 'routes/site/album.tsx'),
    route('gallery/:album/:photo', 'routes/site/photo.tsx'),
    route('contact-us', 'routes/site/contact-us.tsx'),
    route('archive', 'routes/site/archive.tsx'),
    route('search', 'routes/site/search.tsx'),
    reading('privacy'),
    reading('accessibility'),
    reading('pages/:slug'),
    layout('routes/staff/frame.tsx', [
      route('admin/dashboard', 'routes/staff/admin-dashboard.tsx'),
      route('editor/dashboard', 'routes/staff/editor-dashboard.tsx'),
      route('editor/people', 'routes/staff/people.tsx'),
      route('editor/people/new', 'routes/staff/person-new.tsx'),
      route('editor/people/:id', 'routes/staff/person.tsx'),
      route('editor/links', 'routes/staff/links-page.tsx'),
      route('admin/staff', 'routes/staff/staff-accounts.tsx'),
      route('admin/staff/:id', 'routes/staff/staff-account.tsx'),
      route('admin/settings', 'routes/staff/settings.tsx'),
      route('admin/menu', 'routes/staff/menu-page.tsx'),
      route('admin/samples', 'routes/staff/samples.tsx'),
      route('admin/mail', 'routes/staff/mail.tsx'),
      route('admin/mail/:id', 'routes/staff/letter.tsx'),
      route('admin/audit', 'routes/staff/audit-trail.tsx'),
      route('admin/system', 'routes/staff/system.tsx'),
      route('editor/media', 'routes/staff/media-library.tsx'),
      route('editor/media/:id', 'routes/staff/media-file.tsx'),
      route('account/profile', 'routes/staff/profile.tsx'),
      route('account/password', 'routes/staff/password.tsx'),
      route('account/factors', 'routes/staff/factors.tsx'),
      route('account/confirm', 'routes/staff/confirm.tsx'),
      route('account/sessions', 'routes/staff/sessions.tsx'),
    ]),
  ]),

  // Without.
  formGuide('fellowship/fellow-nomination-form'),
  formGuide('fellowship/associate-fellow-nomination-form'),
  formGuide('membership/form'),
  route('admin/admin-editor-login', 'routes/staff/sign-in.tsx'),
  route('admin/second-factor', 'routes/staff/second-factor.tsx'),
  route('admin/forgotten-password', 'routes/staff/forgotten-password.tsx'),
  route('admin/link/:purpose', 'routes/staff/follow-link.tsx'),

  // Not pages.
  route('editor/people/export', 'routes/staff/people-export.ts'),
  route('admin/sign-out', 'routes/staff/sign-out.ts'),
  route('editor/media/upload', 'routes/staff/media-upload.ts'),
  route('editor/media/choices', 'routes/staff/media-choices.ts'),
  route('editor/media/:id/whole', 'routes/staff/media-whole.ts'),
  route('admin/passkey', 'routes/staff/passkey-sign-in.ts'),
  route('account/passkey', 'routes/staff/passkey-add.ts'),
  feed('feed.atom'),
  feed('news/feed.atom'),
  feed('newsletter/feed.atom'),
  feed('conferences/feed.atom'),
  feed('activities/feed.atom'),
  route('conferences/:slug/calendar.ics', 'routes/endpoints/conference-calendar.ts'),
  route('activities/:slug/calendar.ics', 'routes/endpoints/activity-calendar.ts'),
  route('pictures/:name', 'routes/endpoints/picture.ts'),
  route('files/:id/:name', 'routes/endpoints/download.ts'),
  route('preview/*', 'routes/endpoints/social-preview.ts'),
  route('sitemap.xml', 'routes/endpoints/sitemap.ts'),
  route('robots.txt', 'routes/endpoints/robots.ts'),
  route('site.webmanifest', 'routes/endpoints/web-manifest.ts'),
  route('healthz', 'routes/endpoints/health.ts'),

  route('*', 'routes/site/not-found.tsx'),
] satisfies RouteConfig
