import { system, type StaffActor } from '#features/audit/actor.ts'
import {
  endHelper,
  extendHelper,
  nameHelper,
  nameHelperFor,
} from '#features/own-pages/helpers/operations.server.ts'
import { listHelpers } from '#features/own-pages/helpers/queries.server.ts'
import { finishEmailChange, startEmailChange } from '#features/own-pages/email-change.server.ts'
import { ownPagesPersonalData } from '#features/own-pages/personal-data.server.ts'
import { choosePage, findOwnSession, isOwnSession } from '#features/own-pages/sessions.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { mergePeople } from '#features/people/merging/operations.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'
import { monday } from '#test/harness/days.ts'
import { askForCode, codeMailedTo, home, ownSecret, signInAt } from '#test/makers/own-pages.ts'
import {
  asha,
  changeAddress,
  elsewhere,
  enter,
  later,
  mal,
  shared,
  type OwnPageWorld,
  type Tokens,
} from './own-page-world.ts'

/** What someone tries who helps one person, helped one before, or would like to. Mal is the helper, Asha the victim. */

type World = OwnPageWorld
const origin = 'https://iaps.example'
const dayMinutes = 24 * 60
const officer: StaffActor = {
  kind: 'staff',
  id: 'officer',
  role: 'admin',
  address: home,
}

/** Asha, or whoever has the address alone, names a helper; returns the id of the helper, if there is one now. */
export async function nameAt({ db }: Pick<World, 'db'>, owner: string, email: string, at = monday) {
  const session = await findOwnSession(db, await signInAt(db, owner, at), at)
  if (!session || !isOwnSession(session)) throw new Error(`${owner} is not signed in.`)
  const actor = { kind: 'person', id: session.personId, address: home } as const
  const named = await nameHelper(db, actor, session, origin, { name: 'Mal Helper', email }, at)
  if (!named.ok) return undefined
  const [newest] = await listHelpers(db, session.personId)
  return newest?.id
}

/** Signs in with an address that opens several pages, and chooses one. */
export async function openPageAt(
  { db }: Pick<World, 'db'>,
  email: string,
  key: string | undefined,
  at = monday,
): Promise<string | undefined> {
  const chosen = await choosePage(db, { token: await signInAt(db, email, at), key: key ?? '' }, elsewhere, at)
  return chosen.ok ? chosen.token : undefined
}

async function helps(world: World, at = monday) {
  const id = await nameAt(world, asha, mal, at)
  const token = await openPageAt(world, mal, id, at)
  if (id === undefined || token === undefined) throw new Error('Mal does not help Asha.')
  return { id, token }
}

/** With the session from before, and signing in again. */
async function again(
  world: World,
  { id, token }: { id: string; token: string },
  at = monday,
): Promise<Tokens> {
  return [token, await openPageAt(world, mal, id, at)]
}

const ashaBy = (ids: World['ids']) => ({ kind: 'person', id: ids.asha, address: home }) as const

export const helperAttempts: Record<string, (world: World) => Promise<Tokens>> = {
  'a helper of one person chooses another by the id of that person': async (world) => {
    await nameAt(world, mal, 'someone@example.org')
    await nameHelperFor(world.db, officer, origin, { ...named(world.ids.ravi), email: mal }, monday)
    return [await openPageAt(world, mal, world.ids.asha)]
  },
  'a helper chooses a page by the id of another helper': async (world) => {
    const other = await nameAt(world, asha, 'honest@example.org')
    await nameHelperFor(world.db, officer, origin, { ...named(world.ids.ravi), email: mal }, monday)
    return [await openPageAt(world, mal, other)]
  },
  'a helper chooses after the person has ended it': async (world) => {
    const helping = await helps(world)
    await endHelper(world.db, ashaBy(world.ids), { id: helping.id, personId: world.ids.asha }, monday)
    return again(world, helping)
  },
  'a helper after the office has ended it': async (world) => {
    const helping = await helps(world)
    await endHelper(world.db, officer, { id: helping.id, personId: world.ids.asha }, monday)
    return again(world, helping)
  },
  'a helper who has stopped helping': async (world) => {
    const helping = await helps(world)
    const actor = { ...ashaBy(world.ids), helper: helping.id }
    await endHelper(world.db, actor, { id: helping.id, personId: world.ids.asha }, monday)
    return again(world, helping)
  },
  'a session from before the help ended and began again': async (world) => {
    const { id, token } = await helps(world)
    await endHelper(world.db, ashaBy(world.ids), { id, personId: world.ids.asha }, monday)
    await nameAt(world, asha, mal)
    return [token]
  },
  'the former key of help that ended and began again': async (world) => {
    const { id } = await helps(world)
    await endHelper(world.db, ashaBy(world.ids), { id, personId: world.ids.asha }, monday)
    await nameAt(world, asha, mal)
    return [await openPageAt(world, mal, id)]
  },
  'a help that ends between the code and the choice': async (world) => {
    const { id } = await helps(world)
    const token = await signInAt(world.db, mal, monday)
    await endHelper(world.db, ashaBy(world.ids), { id, personId: world.ids.asha }, monday)
    const chosen = await choosePage(world.db, { token, key: id }, elsewhere, monday)
    return [chosen.ok ? chosen.token : undefined]
  },
  'a session whose year is over, before the task has ended it': async (world) => {
    const start = later(-365 * dayMinutes)
    const id = await nameAt(world, asha, mal, start)
    await openPageAt(world, mal, id, start)
    const token = await openPageAt(world, mal, id, later(-5))
    return [token, await openPageAt(world, mal, id)]
  },
  'the first sign-in after more than thirty days': async (world) => {
    const id = await nameAt(world, asha, mal, later(-30 * dayMinutes))
    return [await openPageAt(world, mal, id)]
  },
  'a helper of another person extends the help': async (world) => {
    const start = later(-365 * dayMinutes)
    const id = (await nameAt(world, asha, mal, start)) ?? ''
    await openPageAt(world, mal, id, start)
    const session = await findOwnSession(
      world.db,
      await openPageAt(world, mal, world.ids.mal, later(-9)),
      later(-9),
    )
    const actor = { kind: 'person', id: world.ids.mal, address: elsewhere } as const
    if (session && isOwnSession(session))
      await extendHelper(world.db, actor, { id, personId: world.ids.mal, session }, later(-9))
    return [await openPageAt(world, mal, id)]
  },
  'signing in again and again, which must not lengthen the year': async (world) => {
    const start = later(-365 * dayMinutes)
    const id = await nameAt(world, asha, mal, start)
    for (const days of [364, 200, 100, 10, 1]) await openPageAt(world, mal, id, later(-days * dayMinutes))
    return [await openPageAt(world, mal, id)]
  },
  'a helper whom a thief named before staff changed the address': async (world) => {
    const helping = await helps(world)
    await changeAddress(world.db, world.ids.asha, 'new@example.org')
    return again(world, helping)
  },
  'the same after staff have changed the address back': async (world) => {
    const helping = await helps(world)
    await changeAddress(world.db, world.ids.asha, 'new@example.org')
    await changeAddress(world.db, world.ids.asha, asha)
    return again(world, helping)
  },
  'a helper of someone who has died': async (world) => {
    const helping = await helps(world)
    await world.db.updateTable('person').set({ died_year: 1995 }).where('id', '=', world.ids.asha).execute()
    return again(world, helping)
  },
  'a helper of someone who was deleted': async (world) => {
    const helping = await helps(world)
    await movePeople(world.db, system, 'bin', [world.ids.asha], monday)
    return again(world, helping)
  },
  'a helper of someone who was merged into another': async (world) => {
    const helping = await helps(world)
    await mergePeople(
      world.db,
      system,
      { mainId: world.ids.rita, duplicateId: world.ids.asha, mayChangeContacts: true },
      monday,
    )
    return again(world, helping)
  },
  'a helper whose address was erased': async (world) => {
    const helping = await helps(world)
    const subject = { address: mal, cases: [], people: [], readerId: '' }
    await ownPagesPersonalData.erase?.(world.db, subject, { now: monday, isAgain: false })
    return again(world, helping)
  },
  'a helper whom nobody named soon after signing in': async (world) => {
    const { db, ids } = world
    const session = await findOwnSession(db, await signInAt(db, asha, later(-16)), monday)
    if (session && isOwnSession(session))
      await nameHelper(db, ashaBy(ids), session, origin, { name: 'Mal Helper', email: mal }, monday)
    const [helper] = await listHelpers(db, ids.asha)
    return [await openPageAt(world, mal, helper?.id)]
  },
  'the id of the helper instead of a token': async (world) => {
    const { id, token } = await helps(world)
    return [id, hashToken(token)]
  },
  'the code of the helper in another browser': async (world) => {
    await nameAt(world, asha, 'honest@example.org')
    await askForCode(world.db, 'honest@example.org', monday)
    return [
      await enter(
        world.db,
        await askForCode(world.db, mal, monday),
        await codeMailedTo(world.db, 'honest@example.org'),
      ),
    ]
  },
  'an address that the person shares with others, as a helper of them all': async (world) => {
    await nameHelperFor(world.db, officer, origin, { ...named(world.ids.asha), email: asha }, monday)
    return [await openPageAt(world, shared, world.ids.asha)]
  },
  'a helper who changes the address of the person': async (world) => {
    const { token } = await helps(world)
    const session = await findOwnSession(world.db, token, monday)
    // The types refuse it, so this is what a mistake in a route would do.
    if (session && isOwnSession(session))
      await startEmailChange(world.db, ownSecret, session, { email: mal, name: '' }, monday)
    const codes = { oldCode: await codeMailedTo(world.db, mal), newCode: await codeMailedTo(world.db, mal) }
    if (session && isOwnSession(session))
      await finishEmailChange(world.db, ownSecret, ashaBy(world.ids), session, codes, monday)
    const { email } = await world.db
      .selectFrom('person_contact')
      .select('email')
      .where('person_id', '=', world.ids.asha)
      .executeTakeFirstOrThrow()
    return email === asha ? [] : [token]
  },
}

function named(personId: string) {
  return { personId, name: 'Mal Helper', reason: 'Letter of 3 May 1994' }
}
