import { setDraftToken } from '#routes/request/draft-cookies.server.ts'
import { beginDraft } from '#features/forms/drafts/drafts.server.ts'
import { newId } from '#db/engine/id.ts'
import type { CaseTypeName } from '#db/schema/tables.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { caseTypeNames, caseTypeOf } from '#features/casework/case-types.ts'
import { openSampleCall } from '#test/makers/award-calls.ts'
import { ofSampleCall, rightAnswers } from '#test/makers/cases.ts'
import { type Act, visitor } from './act.ts'

const typeOf = (name: CaseTypeName) => caseTypeOf(name, rightAnswers[name])

/** What people without an account do with a form, each with their own. */
export async function formActs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const { origin } = testSite.config
  await openSampleCall(db, autumn)
  const someone = async (name: CaseTypeName) => {
    const answers = name === 'award' ? ofSampleCall : {}
    const token = await beginDraft(db, name, autumn, undefined, '', answers)
    const [cookie = ''] = setDraftToken(typeOf(name).cookie, token, origin).split(';')
    return { token, by: { id: '', email: '', cookie } }
  }
  const acts = caseTypeNames.map(typeOf).map(async ({ name, href }): Promise<Act[]> => {
    const pattern = href.replace(/^\/awards\/[^/]+/, '/awards/:slug')
    const route = (page: string) => `forms/${page}${pattern}`
    const part = name === 'membership' ? 'membership' : 'seconder'
    const field: Record<string, string> =
      name === 'membership' ? { category: 'life', go: 'list' } : { seconderName: 'Asha', go: 'list' }
    const { token } = await someone(name)
    return [
      { name: `begin a form: ${name}`, route: route('start'), path: href, by: visitor, form: {} },
      {
        name: `save a part: ${name}`,
        route: route('part'),
        path: `${href}/${part}`,
        ...{ by: (await someone(name)).by, form: field },
      },
      {
        name: `mail a link: ${name}`,
        route: route('tasks'),
        path: `${href}/tasks`,
        ...{ by: (await someone(name)).by, form: { email: `${newId()}@example.org` } },
      },
      {
        name: `discard: ${name}`,
        route: route('tasks'),
        path: `${href}/tasks?do=discard`,
        ...{ by: (await someone(name)).by, form: {} },
      },
      {
        name: `send an empty form: ${name}`,
        route: route('check'),
        path: `${href}/check`,
        ...{ by: (await someone(name)).by, form: {}, status: 409, changesNothing: true },
      },
      {
        name: `take up a form: ${name}`,
        route: route('resume'),
        path: `${href}/resume`,
        ...{ by: visitor, form: { token } },
      },
      {
        name: `send no file: ${name}`,
        route: route('upload'),
        path: `${href}/upload?question=photograph`,
        ...{ by: (await someone(name)).by, form: {}, status: 400, changesNothing: true },
      },
    ]
  })
  return (await Promise.all(acts)).flat()
}
