/** What search engines need of each kind of thing that our pages describe. */

type DescribedThing = Record<string, unknown>
type Check = (thing: DescribedThing, fault: (sentence: string) => void) => void

const day = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z)?$/

/** The things of a page, from its script elements. */
export function structuredDataIn(html: string): DescribedThing[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return blocks.flatMap(([, text = '']) => [JSON.parse(text) as DescribedThing | DescribedThing[]].flat())
}

/** What is missing or wrong in a thing and everything inside it. */
export function faultsIn(thing: DescribedThing, origin: string): string[] {
  const faults: string[] = []
  const type = textOf(thing['@type'])
  const fault = (sentence: string) => faults.push(`${type}: ${sentence}`)
  if ('@context' in thing && thing['@context'] !== 'https://schema.org') fault('the context is another one')
  const rule = rules[type]
  if (!rule) fault('nobody knows this type')
  for (const name of rule?.needs ?? []) if (isEmpty(thing[name])) fault(`${name} is missing`)
  rule?.check?.(thing, fault)
  for (const [name, value] of Object.entries(thing)) {
    if (isEmpty(value)) fault(`${name} is empty`)
    if (addresses.has(name)) for (const one of [value].flat()) checkAddress(name, one, origin, fault)
    if (/date$/i.test(name) && !day.test(textOf(value)) && type !== 'Person')
      fault(`${name} is ${textOf(value)}`)
    for (const inner of [value].flat())
      if (typeof inner === 'object' && inner !== null)
        faults.push(...faultsIn(inner as DescribedThing, origin))
  }
  return faults
}

const rules: Record<string, { needs: string[]; check?: Check }> = {
  Organization: { needs: ['name'] },
  PostalAddress: {
    needs: [],
    check: (thing, fault) => {
      if (!thing['streetAddress'] && !thing['addressLocality'] && !thing['addressCountry'])
        fault('no place in it')
    },
  },
  WebSite: { needs: ['name', 'url'] },
  Person: { needs: ['name'] },
  Event: {
    needs: ['name', 'url', 'startDate', 'location', 'organizer'],
    check: ({ startDate, endDate }, fault) => {
      if (endDate !== undefined && textOf(endDate) < textOf(startDate)) fault('it ends before it starts')
    },
  },
  Place: { needs: ['name', 'address'] },
  VirtualLocation: { needs: ['url'] },
  NewsArticle: { needs: ['headline', 'url', 'datePublished', 'dateModified', 'author', 'publisher'] },
  Article: { needs: ['headline', 'url', 'datePublished', 'dateModified', 'author', 'publisher', 'isPartOf'] },
  PublicationIssue: { needs: ['name', 'url', 'issueNumber', 'datePublished', 'isPartOf'] },
  PublicationVolume: { needs: ['volumeNumber'] },
  ItemList: { needs: ['itemListElement'], check: inOrder },
  BreadcrumbList: { needs: ['itemListElement'], check: inOrder },
  ListItem: {
    needs: ['position'],
    check: (thing, fault) => {
      if (!thing['name'] && typeof thing['item'] !== 'object') fault('name is missing')
      if (!thing['item'] && !thing['url']) fault('it leads nowhere')
    },
  },
  ImageGallery: { needs: ['name', 'url'] },
  ImageObject: {
    needs: [],
    check: (thing, fault) => {
      if (!thing['contentUrl'] && !thing['url']) fault('no picture in it')
    },
  },
}

const addresses = new Set(['@id', 'url', 'item', 'logo', 'image', 'contentUrl', 'sameAs', 'mainEntityOfPage'])

function inOrder(thing: DescribedThing, fault: (sentence: string) => void) {
  const items = [thing['itemListElement']].flat() as DescribedThing[]
  if (items.some(({ position }, index) => position !== index + 1)) fault('the positions are not in order')
}

function checkAddress(name: string, value: unknown, origin: string, fault: (sentence: string) => void) {
  if (typeof value === 'object') return
  const url = URL.parse(textOf(value))
  if (!url) fault(`${name} is no address: ${textOf(value)}`)
  else if (name !== 'sameAs' && name !== 'url' && url.origin !== origin) fault(`${name} leads away`)
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
