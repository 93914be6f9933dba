import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readSettings } from '#features/settings/queries.server.ts'
import { toTyped } from '#features/settings/declared.ts'
import { listOfficers, shownHashOfOfficers } from '#features/certificates/officers.server.ts'
import { shownHashOfPage } from '#features/settings/operations.server.ts'
import { onPage } from '#features/settings/pages.ts'
import { applyChange, menuOf, rowsOf, type MenuChange, type MenuRow } from '#features/menu/menu.ts'
import { shownHashOfMenus, readMenus } from '#features/menu/queries.server.ts'
import { copyFile } from '#features/site-copy/operations.server.ts'
import { beginUpload } from '#features/media/uploads.server.ts'
import { newId } from '#db/engine/id.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { makeFailedJob } from '#test/makers/failed-jobs.ts'
import { actorFor } from '#test/makers/staff.ts'
import { checkedCopy } from '#test/makers/route-addresses.ts'
import { makeCaller, type Caller } from '#test/harness/visitors.ts'
import type { Act } from './act.ts'
import { bounceActs, failedLetter, inRestoredCopy, mailingActs } from './letters.ts'

export async function siteAffairs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const by = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const settings = await readSettings(db)
  return [
    {
      name: 'change the settings',
      route: 'routes/staff/settings/settings-page',
      path: '/admin/settings/academy',
      by,
      form: {
        ...(onPage('academy', toTyped(settings)) as Record<string, string>),
        phone: '+91 532 246 9999',
        shownHash: shownHashOfPage('academy', settings),
      },
    },
    {
      name: 'send letters again',
      route: 'routes/staff/mail/mail',
      path: '/admin/mail',
      by,
      form: { [`row-${await failedLetter(testSite)}`]: 'on' },
    },
    ...(await bounceActs(testSite, by)),
    ...(await mailingActs(testSite, by)),
    ...(await menuActs(testSite, by)),
    ...redirectActs(by),
    {
      name: 'make a copy of the site',
      route: 'routes/staff/site-copy/site-copy',
      path: '/admin/site-copy',
      by,
      form: { kind: 'archive' },
    },
    {
      name: 'fetch a copy of the site',
      route: 'routes/staff/site-copy/site-copy-file',
      path: `/admin/site-copy/${await readyCopy(testSite)}`,
      by,
      form: {},
      status: 200,
    },
    ...(await copyActs(testSite, by)),
    {
      name: 'let a restored copy send letters',
      route: 'routes/staff/settings/system',
      path: '/admin/system',
      by: await inRestoredCopy(testSite, by),
      form: {},
    },
    {
      name: 'have failed jobs tried again',
      route: 'routes/staff/settings/system',
      path: '/admin/system?do=try-again',
      by,
      form: { [`row-${await makeFailedJob(testSite.site.db, autumn)}`]: 'on' },
    },
    {
      name: 'remove failed jobs',
      route: 'routes/staff/settings/system',
      path: '/admin/system?do=remove',
      by,
      form: { [`row-${await makeFailedJob(testSite.site.db, autumn)}`]: 'on' },
    },
    {
      name: 'name the officers who sign certificates',
      route: 'routes/staff/settings/certificate-officers',
      path: '/admin/settings/officers?do=officers',
      by,
      form: {
        ...{ name1: 'Prof. Meera Sample', office1: 'President', name2: '', office2: '' },
        shownHash: shownHashOfOfficers(await listOfficers(testSite.site.db)),
      },
    },
    {
      name: 'remove the samples',
      route: 'routes/staff/settings/samples',
      path: '/admin/samples',
      by,
      form: {},
    },
  ]
}

/** The site of these tests is full of what people did, so no copy can be imported. */
async function copyActs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const actor = actorFor({ id: by.id, role: 'admin' })
  const started = await beginUpload(db, actor, { name: 'a.zip', bytes: 9 }, autumn)
  const form = { id: started.ok ? started.id : '' }
  const upload = { route: 'routes/staff/site-copy/site-copy-upload', by, status: 200 }
  const to = (what: string) => `/admin/site-copy/upload?do=${what}`
  const page = { route: 'routes/staff/site-copy/site-import', by }
  return [
    { ...upload, name: 'begin to send a copy', path: to('begin'), form: { name: 'b.zip', bytes: '9' } },
    { ...upload, name: 'ask how much of a copy is there', path: to('state'), form, changesNothing: true },
    {
      ...upload,
      name: 'finish a copy too early',
      path: to('finish'),
      form,
      status: 400,
      changesNothing: true,
    },
    { ...upload, name: 'cancel a copy', path: to('cancel'), form },
    {
      ...page,
      name: 'bring a copy in',
      path: `/admin/site-copy/import/${await checkedCopy(db)}`,
      form: { bring: 'in' },
      status: 409,
      changesNothing: true,
    },
    {
      ...page,
      name: 'discard a copy',
      path: `/admin/site-copy/import/${await checkedCopy(db)}?do=discard`,
      form: {},
    },
  ]
}

async function readyCopy({ site, dataDir }: TestSite): Promise<string> {
  const id = newId()
  const at = autumn.getTime()
  const row = { id, kind: 'static', state: 'done', done_count: 1, total_count: 1, bytes: 4 } as const
  await site.db
    .insertInto('site_copy')
    .values({ ...row, created_at: at, updated_at: at, ended_at: at })
    .execute()
  mkdirSync(dirname(copyFile(dataDir, id)), { recursive: true })
  writeFileSync(copyFile(dataDir, id), 'copy')
  return id
}

/** Each with the hash of the menu that the previous one leaves. An added entry gets an unpredictable id, so it comes last. */
async function menuActs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const act = (name: string, { now, before }: Menus, form: Record<string, string> = {}): Act => ({
    name: `${name} in the menu`,
    route: 'routes/staff/settings/menu-page',
    path: `/admin/menu?do=${name}`,
    by,
    form: { ...form, shownHash: shownHashOfMenus(now, before) },
  })
  const after = ({ now }: Menus, change: MenuChange): Menus => {
    const changed = applyChange(menuOf(now), change)
    return { now: changed.ok ? rowsOf(changed.menu) : [], before: now }
  }
  const item = '/iaps'
  const label = 'The Academy'
  const first = await readMenus(db)
  const down = after(first, { do: 'down', item })
  const up = after(down, { do: 'up', item })
  const renamed = after(up, { do: 'rename', item, label })
  const reset = after(renamed, { do: 'reset' })
  return [
    act('down', first, { item }),
    act('up', down, { item }),
    act('rename', up, { item, label }),
    act('reset', renamed),
    act('undo', reset),
    act('add', { now: reset.before, before: reset.now }, { group: 'about', label: 'News', href: '/news' }),
  ]
}

interface Menus {
  now: MenuRow[]
  before: MenuRow[]
}

function redirectActs(by: Caller): Act[] {
  const shared = { route: 'routes/staff/settings/links-page', by }
  const from = `/old-${newId()}`
  return [
    { ...shared, name: 'add a redirect', path: '/editor/links?do=add', form: { from, to: '/news' } },
    { ...shared, name: 'remove a redirect', path: '/editor/links?do=remove', form: { from } },
  ]
}
