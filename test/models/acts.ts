import type { TestSite } from '#test/harness/site.ts'
import type { Act } from '#test/models/acts/act.ts'
import { mailedLinks, waysIn } from '#test/models/acts/signing-in.ts'
import { formActs } from '#test/models/acts/forms.ts'
import { otherAccounts, ownAccount } from '#test/models/acts/accounts.ts'
import { contentAffairs } from '#test/models/acts/content.ts'
import { registerActs } from '#test/models/acts/people.ts'
import { importAffairs } from '#test/models/acts/people-import.ts'
import { mediaActs } from '#test/models/acts/media.ts'
import { caseAffairs, officeAffairs } from '#test/models/acts/cases.ts'
import { enquiryAffairs } from '#test/models/acts/letters.ts'
import { bodyActs } from '#test/models/acts/bodies.ts'
import { ownPageActs } from '#test/models/acts/own-pages.ts'
import { rulebookActs } from '#test/models/acts/rulebooks.ts'
import { siteAffairs } from '#test/models/acts/site.ts'

/** In an order in which all can be done one after the other, each by a different person. */
export async function prepareActs(testSite: TestSite): Promise<Act[]> {
  return [
    ...(await waysIn(testSite)),
    ...(await mailedLinks(testSite)),
    ...(await formActs(testSite)),
    ...(await ownAccount(testSite)),
    ...(await otherAccounts(testSite)),
    ...(await registerActs(testSite)),
    ...(await mediaActs(testSite)),
    ...(await contentAffairs(testSite)),
    ...(await importAffairs(testSite)),
    ...(await caseAffairs(testSite)),
    ...(await enquiryAffairs(testSite)),
    ...(await officeAffairs(testSite)),
    ...(await bodyActs(testSite)),
    ...(await rulebookActs(testSite)),
    ...(await ownPageActs(testSite)),
    ...(await siteAffairs(testSite)),
  ]
}
