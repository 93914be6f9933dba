import { checkCall, type KnownRecords } from './call-checks.ts'
import { capital } from '#server/input/capital.ts'
import type { Block, RichText } from '#features/content/text/document.ts'
import { inlineText, listHeadings, listHrefs, plainText } from '#features/content/text/document-text.ts'
import { findGaps, type Draft } from './drafts.ts'
import { labelOf } from '#features/content/kinds/field-labels.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { refsOf } from '#features/content/addresses/refs.ts'

/** What to look at before an entry is published. Only problems that would shut visitors out block it. */
export interface Advice {
  /** Whether it must be corrected before publishing. */
  blocks: boolean
  /** The path of the field it is about, such as `sections.2.body`. */
  path: string
  /** The field as the form calls it. */
  where: string
  sentence: string
}

interface Known extends KnownRecords {
  /** Whether a page of ours answers at the address. */
  isPage: (path: string) => boolean
  /** Whether a full address leads to another site, or to an existing page or file of ours. */
  leadsSomewhere: (address: string) => boolean
  /** The ids of existing files. */
  hasFile: (id: string) => boolean
}

export function checkEntry(kind: Kind, data: Draft, known: Known): Advice[] {
  return [
    ...gapsIn(kind, data),
    ...textsIn(fields[kind], data as Values, '', '').flatMap(checkText),
    ...deadRefsIn(kind, data, known),
    ...contradictionsIn(data),
    ...emptyPartsIn(data),
    ...(kind === 'call' ? checkCall(data as Draft<'call'>, known) : []),
    ...anchorsIn(data),
  ]
}

type Values = Record<string, unknown>

function gapsIn(kind: Kind, data: Draft): Advice[] {
  return Object.entries(findGaps(kind, data)).map(([path, sentence]) => {
    const isAlt = path.endsWith('.alt')
    return {
      blocks: true,
      path,
      where: labelOf(fields[kind], path.split('.')),
      sentence: isAlt ? 'Describe the picture for people who cannot see it.' : sentence,
    }
  })
}

interface Text {
  path: string
  where: string
  document?: RichText
  line?: string
}

/** Everything that has words, with its path. */
function textsIn(inside: Field[], values: Values, path: string, where: string): Text[] {
  return inside.flatMap((field): Text[] => {
    const value = values[field.name]
    const here = `${path}${field.name}`
    const label = where ? `${where}: ${field.label}` : field.label
    if (value === undefined || value === null || value === '' || field.name === 'source') return []
    if (field.control === 'rich-text') return [{ path: here, where: label, document: value as RichText }]
    if (field.control === 'line' || field.control === 'paragraph')
      return [{ path: here, where: label, line: value as string }]
    if (field.control === 'group') return textsIn(field.fields, value as Values, `${here}.`, field.label)
    if (field.control !== 'list') return []
    return (value as Values[]).flatMap((item, index) =>
      textsIn(field.fields, item, `${here}.${index}.`, `${capital(field.one)} ${index + 1}`),
    )
  })
}

function checkText({ path, where, document, line }: Text): Advice[] {
  const advise = (sentence: string, blocks = false): Advice => ({ blocks, path, where, sentence })
  const words = document ? [plainText(document), ...mailsIn(document)].join('\n') : (line ?? '')
  const mail = path.endsWith('.email') ? undefined : personalAddress(words)
  return [
    ...(document ? [...headingsIn(document), ...tablesIn(document)].map((sentence) => advise(sentence)) : []),
    ...(mail
      ? [advise(`“${mail}” looks like a personal address. Ask its owner before you publish it.`)]
      : []),
  ]
}

/** Screen reader users jump from heading to heading: a skipped level reads like a missing part. */
function headingsIn(document: RichText): string[] {
  const advice: string[] = []
  let last = 1
  for (const heading of document.content.filter((block) => block.type === 'heading')) {
    const text = inlineText(heading.content)
    if (!text) advice.push('A heading is empty. Write it or delete it.')
    else if (heading.attrs.level > last + 1)
      advice.push(`The heading “${text}” skips a level: change it to level ${last + 1}.`)
    last = heading.attrs.level
  }
  return advice
}

/** Without column headings a table cannot be followed by ear. */
function tablesIn(document: RichText): string[] {
  const bare = document.content.filter(
    (block) =>
      block.type === 'table' &&
      !block.content.some((row) => row.content.some(({ type }) => type === 'tableHeader')),
  )
  return bare.map(() => 'A table has no headings. Turn its first row or column into headings.')
}

/** Addresses that follow other words. */
function mailsIn(document: RichText): string[] {
  return listHrefs(document).flatMap((href) => /^mailto:([^?]+)/i.exec(href)?.[1] ?? [])
}

/** A person's address looks like a name; offices and lists use words of their trade. */
function personalAddress(words: string): string | undefined {
  const found = words.match(/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g) ?? []
  return found.find((address) => !office.test(address))
}

const office =
  /^(office|info|contact|secretary|secretariat|editor|journal|admin|registrar|help|support|conference|coniaps|nominations?|membership|awards?|iaps)\b/i

function deadRefsIn(kind: Kind, data: Draft, known: Known): Advice[] {
  return refsOf(kind, data).flatMap(({ kind: what, target }): Advice[] => {
    if (what === 'file')
      return known.hasFile(target)
        ? []
        : [
            {
              blocks: true,
              path: '',
              where: 'Files',
              sentence: 'A picture or file used here was deleted. Choose another one.',
            },
          ]
    if (target.startsWith('/') ? known.isPage(target) : known.leadsSomewhere(target)) return []
    return [
      {
        blocks: false,
        path: '',
        where: 'Links',
        sentence: `There is no page at ${target}. Correct the link.`,
      },
    ]
  })
}

function contradictionsIn(data: Draft): Advice[] {
  const { startsOn, endsOn, year, from, to, opensAt, closesAt } = data as Record<string, string | number>
  const advise = (path: string, where: string, sentence: string): Advice => ({
    blocks: false,
    path,
    where,
    sentence,
  })
  const wrong = (first: unknown, last: unknown) => Boolean(first && last && first > last)
  const { importantDates = [] } = data as Draft<'conference'>
  const ended = endsOn ?? startsOn
  return [
    ...(wrong(startsOn, endsOn)
      ? [advise('endsOn', 'Last day', 'The last day is before the first day.')]
      : []),
    ...(wrong(from, to) ? [advise('to', 'To', 'The end of the term is before its start.')] : []),
    ...(wrong(opensAt, closesAt)
      ? [advise('closesAt', 'Closes', 'The closing date is before the opening date.')]
      : []),
    ...(year && startsOn && !String(startsOn).startsWith(String(year))
      ? [advise('year', 'Year', `The first day is in ${String(startsOn).slice(0, 4)}, not in ${year}.`)]
      : []),
    ...importantDates.flatMap(({ on }, index) =>
      wrong(on, ended)
        ? [
            advise(
              `importantDates.${index}.on`,
              `Date ${index + 1}`,
              'This date is after the end of the meeting.',
            ),
          ]
        : [],
    ),
  ]
}

/** Lists that a page can hardly do without, by name, and the message for an empty one. */
const wantedItems: Record<string, { where: string; sentence: string }> = {
  seats: { where: 'Seats', sentence: 'Add at least one seat.' },
  photos: { where: 'Pictures', sentence: 'Add at least one picture.' },
}

function emptyPartsIn(data: Draft): Advice[] {
  const without = Object.entries(wantedItems).filter(([path]) => isEmptyList((data as Values)[path]))
  return [...without.map(([path, words]) => ({ blocks: false, path, ...words })), ...emptySectionsIn(data)]
}

function isEmptyList(value: unknown) {
  return Array.isArray(value) && value.length === 0
}

function emptySectionsIn({ sections = [] }: Draft<'page'>): Advice[] {
  return sections.flatMap(({ body }, index) =>
    body && plainText(body).trim() === '' && !body.content.some(hasPicture)
      ? [
          {
            blocks: false,
            path: `sections.${index}.body`,
            where: `Section ${index + 1}`,
            sentence: 'This section has a heading but no text.',
          },
        ]
      : [],
  )
}

function hasPicture(block: Block) {
  return block.type === 'figure' || block.type === 'blockMath'
}

/** Anchors that the page's own links lead to: each once, and none missing. */
function anchorsIn({ sections = [] }: Draft<'page'>): Advice[] {
  const anchors = sections.flatMap(({ anchor }) => anchor ?? [])
  const parts = new Set([
    ...anchors,
    ...sections.flatMap(({ anchor = '', body }) =>
      body ? listHeadings(body, `${anchor}-`).map((heading) => heading.anchor) : [],
    ),
  ])
  return sections.flatMap(({ anchor, body }, index) => {
    const advise = (field: string, sentence: string): Advice => {
      return { blocks: false, path: `sections.${index}.${field}`, where: `Section ${index + 1}`, sentence }
    }
    const dead = (body ? listHrefs(body) : []).filter(
      (href) => href.startsWith('#') && !parts.has(href.slice(1)),
    )
    return [
      ...(anchor && anchors.indexOf(anchor) < index
        ? [advise('anchor', `Another section uses the anchor “${anchor}”. Choose a different one.`)]
        : []),
      ...dead.map((href) => advise('body', `This page has no section ${href}. Correct the link.`)),
    ]
  })
}
