import type { Data } from '#features/content/kinds/kinds.ts'
import type { PublicSettings } from '#features/settings/settings.ts'

/** Linked data for search engines, as schema.org names it. It never says more than the page itself. */
export type JsonLd = { '@type': string } & Record<string, unknown>

/** A "<" inside could end the script element, so it is escaped. */
export function jsonLd(about: JsonLd | JsonLd[]): string {
  const things = [about].flat().map((thing) => ({ '@context': 'https://schema.org', ...thing }))
  return JSON.stringify(things.length === 1 ? things[0] : things).replaceAll('<', '\\u003c')
}

export function breadcrumbList(origin: string, trail: { label: string; href?: string }[]): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(href && { item: origin + href }),
    })),
  }
}

interface ListedPage {
  name: string
  href: string
  sample?: boolean
}

/** Without samples. Undefined for an empty list, which says nothing. */
export function itemList(origin: string, pages: ListedPage[]): JsonLd | undefined {
  const items = pages.filter(({ sample }) => !sample)
  if (items.length === 0) return undefined
  return {
    '@type': 'ItemList',
    itemListElement: items.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: origin + href,
    })),
  }
}

/** The Academy where other things refer to it; the home page describes it in full. */
export function academyRef(origin: string, { societyName }: PublicSettings): JsonLd {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: societyName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  }
}

export function academy(origin: string, settings: PublicSettings): JsonLd {
  const { shortName, foundedOn, email, phone, facebookUrl, linkedinUrl, twitterUrl } = settings
  const accounts = [facebookUrl, linkedinUrl, twitterUrl].filter(leadsToAnAccount)
  const address = addressOf(settings)
  return {
    ...academyRef(origin, settings),
    alternateName: shortName,
    foundingDate: foundedOn,
    logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png`, width: 512, height: 512 },
    ...(address && { address }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(accounts.length > 0 && { sameAs: accounts }),
  }
}

function addressOf({ city, postalAddress }: PublicSettings): JsonLd | undefined {
  const street = postalAddress.split('\n').map((line) => line.trim())
  if (!city && !postalAddress) return undefined
  return {
    '@type': 'PostalAddress',
    ...(postalAddress && { streetAddress: street.filter(Boolean).join(', ') }),
    ...(city && { addressLocality: city }),
    addressCountry: 'IN',
  }
}

/** The front page of a network is not an account. */
function leadsToAnAccount(address: string) {
  return address !== '' && new URL(address).pathname.length > 1
}

interface EventPage {
  url: string
  organizer: JsonLd
}

/** Undefined without a first day and a place, which every event must have. */
export function conferenceEvent(data: Data<'conference'>, { url, organizer }: EventPage): JsonLd | undefined {
  const { startsOn, endsOn, mode, website, host, city, state, country } = data
  const online = mode === 'online' || mode === 'hybrid' ? [virtual(website ?? url)] : []
  const address = {
    '@type': 'PostalAddress',
    ...(city && { addressLocality: city }),
    ...(state && { addressRegion: state }),
    ...(country && { addressCountry: country }),
  }
  const venueName = host ?? city ?? state ?? country
  const there = venueName && mode !== 'online' ? [{ '@type': 'Place', name: venueName, address }] : []
  if (!startsOn || there.length + online.length === 0) return undefined
  return {
    '@type': 'Event',
    name: data.title,
    url,
    startDate: startsOn,
    endDate: endsOn ?? startsOn,
    ...(mode && { eventAttendanceMode: attendance[mode] }),
    ...(data.cancelled && cancelled),
    location: oneOrAll([...there, ...online]),
    ...(data.theme && { description: data.theme }),
    organizer,
  }
}

export function activityEvent(data: Data<'activity'>, { url, organizer }: EventPage): JsonLd | undefined {
  const { startsOn, endsOn, venue, host, speaker, platform, joinUrl, activity } = data
  const times = timesOf(data)
  const venueName = venue ?? host
  const isOnline = activity === 'online-lecture' || platform !== undefined || joinUrl !== undefined
  const locations = [
    ...(venueName ? [{ '@type': 'Place', name: venueName, address: venueName }] : []),
    ...(isOnline ? [virtual(joinUrl ?? url)] : []),
  ]
  if (locations.length === 0 || !(times ?? startsOn)) return undefined
  return {
    '@type': 'Event',
    name: data.title,
    url,
    ...(times ?? { startDate: startsOn, ...(endsOn && { endDate: endsOn }) }),
    ...(data.cancelled && cancelled),
    location: oneOrAll(locations),
    ...(speaker && { performer: { '@type': 'Person', name: speaker.name } }),
    organizer,
  }
}

function timesOf({ startsAt, durationMinutes }: Data<'activity'>) {
  if (startsAt === undefined) return undefined
  const end = durationMinutes && { endDate: new Date(startsAt + durationMinutes * 60_000).toISOString() }
  return { startDate: new Date(startsAt).toISOString(), ...end }
}

const cancelled = { eventStatus: 'https://schema.org/EventCancelled' }
const attendance = {
  'in-person': 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  hybrid: 'https://schema.org/MixedEventAttendanceMode',
}

function virtual(url: string): JsonLd {
  return { '@type': 'VirtualLocation', url }
}

function oneOrAll<T>(all: T[]): T | T[] {
  return all.length === 1 ? all[0]! : all
}
