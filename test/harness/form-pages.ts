import type { CaseTypeName } from '#db/schema/tables.ts'
import { fillIn } from '#features/forms/fields.ts'
import { applicableParts, type Answers, type FileQuestion } from '#features/forms/questions.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Site } from '#site.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import { rightAnswers } from '#test/makers/cases.ts'
import { makePdf, photograph } from '#test/hostile/made-files.ts'
import type { PlainBrowser, PlainFile, PlainPage } from './plain-browser.ts'

/** Fills in whole forms through their pages. */

export async function partsFor({ db }: Pick<Site, 'db'>, name: CaseTypeName, changes: Answers = {}) {
  const answers = { ...inFull(name), ...rightAnswers[name], ...changes }
  const form = caseTypeOf(name, answers).formFor(await readSettings(db), answers)
  return applicableParts(form, answers).map((part) => ({
    name: part.name,
    title: part.title,
    fields: withoutEmpty(fillIn(part, answers)),
    files: part.questions.filter((one) => one.kind === 'file' && !one.optional) as FileQuestion[],
  }))
}

/** These forms are filled in by one person, who leaves nothing to the nominee. */
function inFull(name: CaseTypeName): Answers {
  return name === 'membership' ? {} : { detailsBy: 'proposer' }
}

function withoutEmpty(fields: Record<string, string>) {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''))
}

export async function rightFile({ name, types }: FileQuestion): Promise<PlainFile> {
  return types.includes('pdf')
    ? { field: name, name: `${name}.pdf`, bytes: await makePdf(1) }
    : { field: name, name: `${name}.jpg`, bytes: await photograph(320, 420) }
}

/** Starts a nomination whose proposer fills in the details of the nominee as well. */
export async function startInFull(browser: PlainBrowser, href: string) {
  await browser.post(href, {})
  return browser.post(`${href}/nominee`, { detailsBy: 'proposer', go: 'list' })
}

/** Starts a form and saves every part of it; returns the page that the last one led to. */
export async function fillInForm(
  browser: PlainBrowser,
  site: Pick<Site, 'db'>,
  name: CaseTypeName,
  changes: Answers = {},
): Promise<PlainPage> {
  const { href } = caseTypeOf(name, { ...rightAnswers[name], ...changes })
  let page = await browser.post(href, {})
  for (const part of await partsFor(site, name, changes)) {
    const files = part.files.length > 0 ? await Promise.all(part.files.map(rightFile)) : undefined
    page = await browser.post(`${href}/${part.name}`, { ...part.fields, go: 'on' }, files)
    if (page.status !== 200) throw new Error(`${part.name} was not accepted: ${page.text.slice(0, 300)}`)
  }
  return page
}
