import type { StaffActor } from '#features/audit/actor.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import {
  moveApplication,
  submitApplication,
  verifyApplication,
} from '#features/memberships/operations.server.ts'
import { moveNomination } from '#features/nominations/operations.server.ts'
import { monday } from '#test/harness/days.ts'
import { caseOrigin as origin, makeFilledDraft, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { makeCase } from '#test/makers/casework.ts'
import { askForCode, codeMailedTo, home } from '#test/makers/own-pages.ts'
import { openPageAt } from './own-helper-attempts.ts'
import { asha, enter, mal, type OwnPageWorld, type Tokens } from './own-page-world.ts'

/** What someone tries who has a form and the membership number of somebody else. */

type World = OwnPageWorld
const officer: StaffActor = { kind: 'staff', id: 'officer', role: 'admin', address: home }
const typo = 'typo@example.org'

async function numberOf({ db }: World, id: string): Promise<string> {
  const person = db.selectFrom('person').select('member_no').where('id', '=', id)
  return (await person.executeTakeFirstOrThrow()).member_no
}

/** A renewal of Asha’s membership that gives another address. */
async function renewAs(world: World, email: string, changes: Record<string, string> = {}) {
  const memberNo = await numberOf(world, world.ids.asha)
  const answers = { reason: 'renewal', memberNo, email, ...changes }
  const token = await makeFilledDraft(world.db, 'membership', monday, answers)
  const sent = await submitApplication(world.db, passerBy, origin, token, monday)
  if (!sent.ok) throw new Error(sent.reason)
  return sent.reference
}

/** Asha confirms what was mailed to her, without noticing the address in it. */
async function confirmAsAsha({ db }: World) {
  const token = await tokenMailedTo(db, asha)
  const found = await findConfirmationCase(db, 'verify', token, monday)
  const answered = { answer: {}, wording: 'Yes.', confirmedHash: found?.caseRow.answers_hash ?? '' }
  const confirmed = await verifyApplication(db, passerBy, origin, token, answered, monday)
  if (!confirmed.ok) throw new Error(confirmed.reason)
}

async function enrol({ db }: World, reference: string, identityCheck?: string) {
  await db.updateTable('dossier').set({ state: 'approved' }).where('reference', '=', reference).execute()
  const facts = { validFrom: '1995-01-02', ...(identityCheck && { identityCheck }) }
  return moveApplication(db, officer, origin, { reference, move: 'enrol', by: 'admin', facts }, monday)
}

/** Everything that an address opens. */
async function openAt(world: World, email: string): Promise<Tokens> {
  const token = await askForCode(world.db, email, monday)
  const entered = await enter(world.db, token, await codeMailedTo(world.db, email))
  const chosen = email === mal ? await openPageAt(world, email, world.ids.asha) : undefined
  return [entered, chosen]
}

async function mustSucceed(outcome: Promise<{ ok: boolean }>) {
  if (!(await outcome).ok) throw new Error('The office did not do it, so nothing was attempted.')
}

export const formAttempts: Record<string, (world: World) => Promise<Tokens>> = {
  'a renewal with the number of another and an own address': async (world) => {
    await renewAs(world, mal)
    return openAt(world, mal)
  },
  'the same, enrolled by an office that was told on the phone that it is right': async (world) => {
    await mustSucceed(enrol(world, await renewAs(world, mal), 'By phone.'))
    return openAt(world, mal)
  },
  'the same, confirmed in good faith by the owner of the number': async (world) => {
    const reference = await renewAs(world, mal)
    await confirmAsAsha(world)
    await mustSucceed(enrol(world, reference))
    return openAt(world, mal)
  },
  'an address with a slip in an own renewal, which reaches a stranger': async (world) => {
    const reference = await renewAs(world, typo)
    await confirmAsAsha(world)
    await mustSucceed(enrol(world, reference))
    return openAt(world, typo)
  },
  'the second address of a renewal': async (world) => {
    const reference = await renewAs(world, typo, { otherEmail: mal })
    await confirmAsAsha(world)
    await mustSucceed(enrol(world, reference))
    return openAt(world, mal)
  },
  'a nomination under the number of another with the same name, accepted and admitted': async (world) => {
    const memberNo = await numberOf(world, world.ids.asha)
    const changes = { email: mal, memberNo }
    const reference = await makeCase(world.db, monday, { state: 'accepted', changes })
    const moving = { reference, move: 'admit', by: 'admin', facts: { fellowNo: 'F-99' } } as const
    await mustSucceed(moveNomination(world.db, officer, origin, moving, monday))
    return openAt(world, mal)
  },
  'the same under another name, which two officers let pass': async (world) => {
    const memberNo = await numberOf(world, world.ids.asha)
    const changes = { email: mal, memberNo, firstName: 'Mal' }
    const reference = await makeCase(world.db, monday, { state: 'accepted', changes })
    const knownObjections = `In the register, ${memberNo} belongs to Asha Sample. The nominee is Dr Mal Sample.`
    const facts = { fellowNo: 'F-99', knownObjections, overrideReason: 'Married.' }
    const moving = { reference, move: 'admit', by: 'admin', facts } as const
    await mustSucceed(moveNomination(world.db, officer, origin, moving, monday))
    return openAt(world, mal)
  },
}
