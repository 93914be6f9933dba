import type { ConfirmationPurpose } from '#db/schema/tables.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import type { Site } from '#site.ts'
import { autumn, origin, test as base, type Visit } from '#test/harness/site.ts'
import { makeFilledDraft, passerBy, tokenMailedTo } from './cases.ts'

/** Nominations with links that a visitor opens. */

interface MailedNomination {
  reference: string
  nominee: string
  proposer: string
  seconder: string
}

let count = 0

/** For addresses that no other test uses. */
export function nextNumber(): number {
  return ++count
}

export const test = base.extend<{ nomination: MailedNomination }>({
  nomination: async ({ site }, use) => {
    const [nominee, proposer, seconder] = ['n', 'p', 's'].map((who) => `${who}${++count}@example.org`) as [
      string,
      string,
      string,
    ]
    const changes = { email: nominee, proposerEmail: proposer, seconderEmail: seconder }
    const token = await makeFilledDraft(site.db, 'fellow', autumn, changes, site.privateFiles)
    const sent = await submitNomination(site.db, passerBy, origin, 'fellow', token, autumn)
    if (!sent.ok) throw new Error(sent.reason)
    await use({ reference: sent.reference, nominee, proposer, seconder })
  },
})

export async function open(visit: Visit, site: Site, purpose: ConfirmationPurpose, email: string) {
  const token = await tokenMailedTo(site.db, email)
  const address = `/confirm/${purpose}?token=${token}`
  const response = await visit(address)
  const html = await response.text()
  return { response, html, address, token, shown: /name="shown" value="(\w+)"/.exec(html)?.[1] ?? '' }
}
