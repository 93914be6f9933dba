import { system } from '#features/audit/actor.ts'
import { requestCode, useCode } from '#features/own-pages/codes.server.ts'
import { readOwnToken, sessionCookie } from '#routes/request/own-page-cookies.server.ts'
import {
  choosePage,
  endAllOwnSessions,
  findOwnSession,
  isOwnSession,
} from '#features/own-pages/sessions.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { mergePeople } from '#features/people/merging/operations.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'
import { askForCode, codeMailedTo, home, ownSecret, sendCodes, signInAt } from '#test/makers/own-pages.ts'
import { clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'
import { monday } from '#test/harness/days.ts'
import {
  asha,
  changeAddress,
  elsewhere,
  endOwn,
  enter,
  later,
  mal,
  shared,
  type Tokens,
  type OwnPageWorld,
} from './own-page-world.ts'

/** The same with sessions, and with addresses that several people share. */
export const sessionAttempts: Record<string, (world: OwnPageWorld) => Promise<Tokens>> = {
  'a session after staff have changed the address': async ({ db, ids }) => {
    const token = await signInAt(db, asha, monday)
    await changeAddress(db, ids.asha, 'new@example.org')
    return [token]
  },
  'a session after the person was deleted': async ({ db, ids }) => {
    const token = await signInAt(db, asha, monday)
    await movePeople(db, system, 'bin', [ids.asha], monday)
    return [token]
  },
  'a session after the address was changed and changed back': async ({ db, ids }) => {
    const token = await signInAt(db, asha, monday)
    await changeAddress(db, ids.asha, 'new@example.org')
    await changeAddress(db, ids.asha, asha)
    return [token]
  },
  'a session after the person was deleted and restored': async ({ db, ids }) => {
    const token = await signInAt(db, asha, monday)
    await movePeople(db, system, 'bin', [ids.asha], monday)
    await movePeople(db, system, 'restore', [ids.asha], monday)
    return [token]
  },
  'a session after the person was merged into another': async ({ db, ids }) => {
    const token = await signInAt(db, asha, monday)
    await mergePeople(db, system, { mainId: ids.mal, duplicateId: ids.asha, mayChangeContacts: true }, monday)
    return [token]
  },
  'a session after the person has died': async ({ db, ids }) => {
    const token = await signInAt(db, asha, monday)
    await db.updateTable('person').set({ died_year: 1995 }).where('id', '=', ids.asha).execute()
    return [token]
  },
  'a session after signing out': async ({ db }) => {
    const token = await signInAt(db, asha, monday)
    await endOwn(db, token)
    return [token]
  },
  'another session after signing out everywhere': async ({ db }) => {
    const [one, other] = [await signInAt(db, asha, monday), await signInAt(db, asha, monday)]
    const session = await findOwnSession(db, one, monday)
    if (session && isOwnSession(session)) await endAllOwnSessions(db, session, home, monday)
    return [one, other]
  },
  'the hash of a session instead of its token': async ({ db }) => {
    const token = await signInAt(db, asha, monday)
    return [hashToken(token)]
  },
  'the id of a session instead of its token': async ({ db }) => {
    await signInAt(db, asha, monday)
    const { id } = await db.selectFrom('own_session').select('id').executeTakeFirstOrThrow()
    return [id]
  },
  'a token that was put into the browser before the sign-in': async ({ db }) => {
    const planted = await signInAt(db, mal, monday)
    const token = await askForCode(db, asha, monday)
    const typed = await codeMailedTo(db, asha)
    await useCode(db, ownSecret, { token, typed }, { address: home, former: planted }, monday)
    return [planted]
  },
  'a request that was put into the browser before the sign-in': async ({ db }) => {
    const planted = await askForCode(db, mal, monday)
    await signInAt(db, asha, monday)
    return [planted, await enter(db, planted, await codeMailedTo(db, asha))]
  },
  'a session of staff with the same address': async ({ db }) => {
    const staff = await makeStaff(db, monday, { role: 'admin', email: asha })
    const config = { origin: 'https://iaps.example', secret: ownSecret }
    const proved = { userId: staff.id, secondFactorAt: null, provedAt: monday }
    const session = await beginSession(db, config, proved, clientFrom(), monday)
    const cookie = sessionHeader(config, session)
    return [session.token, readOwnToken(cookie, sessionCookie, config.origin)]
  },
  'the code of someone who has died': async ({ db }) => [
    await enter(
      db,
      await askForCode(db, 'dev@example.org', monday),
      await codeMailedTo(db, 'dev@example.org'),
    ),
  ],
  'the code of someone who was deleted': async ({ db }) => [
    await enter(
      db,
      await askForCode(db, 'bina@example.org', monday),
      await codeMailedTo(db, 'bina@example.org'),
    ),
  ],
  'the address with capital letters and spaces of another kind': async ({ db }) => [
    await enter(db, await askForCode(db, 'asha@example.org\u00a0', monday), await codeMailedTo(db, asha)),
    await enter(db, await askForCode(db, '%@example.org', monday), await codeMailedTo(db, asha)),
  ],
  'an address that contains the right one': async ({ db }) => {
    const token = await askForCode(db, `${asha},${mal}`, monday)
    return [
      await enter(db, token, await codeMailedTo(db, mal)),
      await enter(db, token, await codeMailedTo(db, asha)),
    ]
  },
  'choosing someone who does not share the address': async ({ db, ids }) => {
    const token = await signInAt(db, shared, monday)
    const chosen = await choosePage(db, { token, key: ids.asha }, elsewhere, monday)
    return [token, chosen.ok ? chosen.token : undefined]
  },
  'choosing with the session of one person': async ({ db, ids }) => {
    const token = await signInAt(db, mal, monday)
    const chosen = await choosePage(db, { token, key: ids.asha }, elsewhere, monday)
    return [chosen.ok ? chosen.token : undefined]
  },
  'choosing without having entered a code': async ({ db, ids }) => {
    const token = await askForCode(db, asha, monday)
    const chosen = await choosePage(db, { token, key: ids.asha }, elsewhere, monday)
    return [chosen.ok ? chosen.token : undefined]
  },
  'choosing after someone with the address was moved to another one': async ({ db, ids }) => {
    const token = await signInAt(db, shared, monday)
    await changeAddress(db, ids.ravi, 'ravi@example.org')
    const chosen = await choosePage(db, { token, key: ids.ravi }, elsewhere, monday)
    return [chosen.ok ? chosen.token : undefined]
  },
  'a session before one of several was chosen': async ({ db }) => [await signInAt(db, shared, monday)],
  'choosing eleven minutes later': async ({ db, ids }) => {
    const token = await signInAt(db, shared, monday)
    const chosen = await choosePage(db, { token, key: ids.ravi }, elsewhere, later(11))
    return [chosen.ok ? chosen.token : undefined]
  },
  'a clock that jumps back and the code of yesterday': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    const code = await codeMailedTo(db, asha)
    await enter(db, token, code, monday, home).then((own) => endOwn(db, own))
    return [await enter(db, token, code, later(-24 * 60))]
  },
  'the code of an email that was sent late': async ({ db }) => {
    const requested = await requestCode(db, asha, elsewhere, monday)
    await sendCodes(db, later(61))
    return [await enter(db, requested.ok ? requested.token : '', await codeMailedTo(db, asha), later(61))]
  },
}
