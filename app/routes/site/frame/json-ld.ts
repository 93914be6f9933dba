/** Linked data for search engines, as schema.org names it. */
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

export function itemList(origin: string, items: { name: string; href: string }[]): JsonLd {
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
