import { fromContactPage } from '#features/enquiries/workflow.ts'
import { browser } from '#test/makers/enquiries.ts'

/** Programs as they visit contact forms, with seeded variety. What they sell is invented. */

export interface BotOutcome {
  form: Record<string, string>
  userAgent: string
  /** The number of its network. */
  network: number
}

type Random = () => number

/** A small generator of numbers from a seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const words =
  'offer new great lamp garden table price market garden house travel music water light paper green'.split(
    ' ',
  )
const firstNames = ['James', 'Maria', 'Robert', 'Olga', 'Chen', 'Anna', 'Victor', 'Linda']

function some<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

function prose(random: Random, length: number) {
  return Array.from({ length }, () => some(random, words)).join(' ')
}

function link(random: Random) {
  return `https://${some(random, words)}${Math.floor(random() * 1e6)}.example/${some(random, words)}`
}

/** Fills in every field of the page, from ever new networks, with a browser's user agent. */
function fillsEverything(random: Random, at: number): BotOutcome {
  const name = some(random, firstNames)
  const form = {
    name,
    email: `${name.toLowerCase()}${at}@example.net`,
    subject: prose(random, 3),
    message: `${prose(random, 20)} ${link(random)}`,
    homepage: link(random),
    from: fromContactPage,
  }
  return { form, userAgent: browser, network: 10_000 + at }
}

/** Ignores hidden fields and posts links: as markup, or many of them. */
function dropsLinks(random: Random, at: number): BotOutcome {
  const links = Array.from({ length: 3 + Math.floor(random() * 12) }, () => link(random))
  const styles = [
    () => `${prose(random, 8)} <a href="${links[0]}">${prose(random, 2)}</a>`,
    () => `${prose(random, 8)} [url=${links[0]}]${prose(random, 2)}[/url]`,
    () => `Click here for online casino bonus: ${links.slice(0, 3).join(' ')} ${prose(random, 6)}`,
    () => `Cheap SEO service, backlinks and web traffic. Visit our website ${links[0]} ${prose(random, 5)}`,
  ]
  const form = {
    name: some(random, firstNames),
    email: `link${at}@example.net`,
    subject: prose(random, 2),
    message: some(random, styles)(),
    homepage: '',
    from: fromContactPage,
  }
  return { form, userAgent: browser, network: 30_000 + at }
}

const templates = [
  'Hello NAME, we have looked at your page and can bring you many more visitors every month. Our team has ten years of practice. Answer to MAIL or see LINK. Offer NUMBER.',
  'Dear NAME, our company delivers lamps and tables of the finest kind to offices all over the world at a fair price. Write to MAIL today, offer NUMBER ends soon. LINK',
  'Good day NAME! I found your address and would like to talk about a partnership that earns both of us a good deal. My number is NUMBER, my page LINK, my mail MAIL.',
]

/** Sends one text again and again with other names in it; half of them directly from a script, from few networks. */
function repeatsText(random: Random, at: number): BotOutcome {
  const name = some(random, firstNames)
  const email = `sales${at}@example.net`
  const isScript = random() < 0.5
  const message = some(random, templates)
    .replace('NAME', name)
    .replace('MAIL', email)
    .replace('LINK', link(random))
    .replace('NUMBER', String(Math.floor(random() * 1e6)))
  const form: Record<string, string> = { name, email, subject: `Offer ${at}`, message }
  if (!isScript) Object.assign(form, { homepage: '', from: fromContactPage })
  return { form, userAgent: isScript ? 'python-requests/2.32.5' : browser, network: 60_000 + (at % 20) }
}

export const botStyles = {
  'fills everything': fillsEverything,
  'drops links': dropsLinks,
  'repeats one text': repeatsText,
}
