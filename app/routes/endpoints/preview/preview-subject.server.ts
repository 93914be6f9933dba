import { pageAddress, pageAddresses, pageSlugAt } from '#features/content/addresses/addresses.ts'
import { listArticles } from '#features/content/kinds/articles.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { findPerson } from '#features/people/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { sectionOf } from '#routes/site/frame/sections.ts'
import { formatDay } from '#ui/foundations/dates.ts'
import { locationLine } from '#features/content/kinds/event-lines.ts'
import { whenLine } from '#routes/endpoints/calendar/when-line.ts'
import type { Preview } from './preview-picture.server.tsx'

type Db = Parameters<typeof readSettings>[0]

interface Subject {
  title: string
  sample: boolean
  detail?: string | undefined
}

/** What the preview picture of the page at this path says; undefined if there is no such page. */
export async function findPreview(db: Db, path: string): Promise<Preview | undefined> {
  const settings = await readSettings(db)
  const { element, label } = sectionOf(path)
  if (path === '/') {
    const society = `Founded ${formatDay(settings.foundedOn)}`
    return { society, title: settings.societyName, element, detail: settings.city, sample: false }
  }
  const subject = (await findSubject(db, path)) ?? findList(path)
  if (!subject) return undefined
  return {
    society: settings.societyName,
    element,
    ...subject,
    kicker: label === subject.title ? undefined : label,
  }
}

async function findSubject(db: Db, path: string): Promise<Subject | undefined> {
  const [, section, name = '', further, beyond] = path.split('/')
  if (beyond !== undefined) return undefined
  if (section === 'gallery' && name) return findTitle(db, 'album', name)
  if (section === 'newsletter' && further) return findArticle(db, name, further)
  if (section === 'fellowship' && name === 'fellows' && further) return findFellow(db, further)
  return (await findPage(db, path)) ?? (further === undefined ? findOneOf(db, section, name) : undefined)
}

async function findPage(db: Db, path: string): Promise<Subject | undefined> {
  const slug = pageSlugAt(path)
  return pageAddress(slug) === path ? findTitle(db, 'page', slug) : undefined
}

async function findOneOf(db: Db, section: string | undefined, slug: string): Promise<Subject | undefined> {
  switch (section) {
    case 'awards':
      return findTitle(db, 'award', slug)
    case 'newsletter':
    case 'news':
      return findTitle(db, section, slug)
    case 'conferences':
      return findEvent(db, 'conference', slug)
    case 'activities':
      return findEvent(db, 'activity', slug)
    default:
      return undefined
  }
}

async function findTitle(db: Db, kind: 'page' | 'award' | 'newsletter' | 'news' | 'album', slug: string) {
  const entry = await findEntry(db, kind, slug)
  return entry && { title: entry.data.title, sample: entry.sample }
}

async function findArticle(db: Db, issue: string, slug: string): Promise<Subject | undefined> {
  const entry = await findEntry(db, 'newsletter', issue)
  const article = entry && listArticles(entry.data.contents).find((one) => one.slug === slug)
  if (!article) return undefined
  const detail = [article.author, entry.data.period].filter(Boolean).join('  ·  ')
  return { title: article.title, sample: entry.sample, detail }
}

async function findEvent(
  db: Db,
  kind: 'conference' | 'activity',
  slug: string,
): Promise<Subject | undefined> {
  const entry = await findEntry(db, kind, slug)
  if (!entry) return undefined
  const detail = [whenLine(entry.data), locationLine(entry.data)].filter(Boolean).join('  ·  ')
  return { title: entry.data.title, sample: entry.sample, detail }
}

async function findFellow(db: Db, slug: string): Promise<Subject | undefined> {
  const person = await findPerson(db, slug)
  if (!person?.grade) return undefined
  const detail = [person.discipline, person.institution].filter(Boolean).join('  ·  ')
  return { title: person.name, sample: person.sampleAt !== null, detail }
}

const lists = new Set([...Object.values(pageAddresses), '/search'])

/** A page made by its route has the name of its section until someone has written its words. */
function findList(path: string): Subject | undefined {
  if (!lists.has(path)) return undefined
  return { title: path === '/search' ? 'Search' : sectionOf(path).label, sample: false }
}
