import { system } from '#features/audit/actor.ts'
import {
  addPasskey,
  removePasskey,
  signInWithPasskey,
  listPasskeys,
} from '#features/own-pages/passkeys.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { mergePeople } from '#features/people/merging/operations.server.ts'
import { SoftKey } from '#test/harness/soft-key.ts'
import { monday } from '#test/harness/days.ts'
import {
  addKey,
  askToSign,
  passkeySite,
  signedInBy,
  signInAt,
  tokenBy,
  useKey,
} from '#test/makers/own-pages.ts'
import {
  asha,
  changeAddress,
  elsewhere,
  later,
  mal,
  type OwnPageWorld,
  type Tokens,
} from './own-page-world.ts'

/** The same with passkeys: those of Asha, who signs in, adds one and signs out, and those of others. */
export const passkeyAttempts: Record<string, (world: OwnPageWorld) => Promise<Tokens>> = {
  'a passkey that nobody has added': async ({ db }) => [
    await tokenBy(db, new SoftKey(passkeySite.origin), monday),
  ],
  'the passkey of Asha signed for another website': async ({ db }) => {
    const key = await keyOfAsha({ db })
    return [await tokenBy(db, key, monday, { origin: 'https://evil.example' })]
  },
  'the passkey of Asha without finger or PIN': async ({ db }) => {
    const key = await keyOfAsha({ db })
    return [await tokenBy(db, key, monday, { flags: 0x01 })]
  },
  'the passkey of Asha with a counter that went back': async ({ db }) => {
    const key = await keyOfAsha({ db })
    await endAll({ db }, await tokenBy(db, key, monday, { counter: 9 }))
    return [await tokenBy(db, key, monday, { counter: 8 })]
  },
  'an answer of Asha for another challenge': async ({ db }) => {
    const key = await keyOfAsha({ db })
    return [await tokenBy(db, key, monday, { challenge: Buffer.alloc(32).toString('base64url') })]
  },
  'an answer of Asha that was used before': async ({ db }) => {
    const key = await keyOfAsha({ db })
    const { token, challenge } = await askToSign(db, monday)
    const response = key.sign(challenge)
    const browser = { address: elsewhere, former: undefined }
    const first = await signInWithPasskey(db, passkeySite, { token, response }, browser, monday)
    await endAll({ db }, first.ok ? first.token : undefined)
    const again = await signInWithPasskey(db, passkeySite, { token, response }, browser, monday)
    return [again.ok ? again.token : undefined]
  },
  'an answer of Asha in another browser': async ({ db }) => {
    const key = await keyOfAsha({ db })
    const { challenge } = await askToSign(db, monday)
    const other = await askToSign(db, monday)
    const browser = { address: elsewhere, former: undefined }
    const answers = [other.token, undefined, 'A'.repeat(43)].map((token) =>
      signInWithPasskey(db, passkeySite, { token, response: key.sign(challenge) }, browser, monday),
    )
    return (await Promise.all(answers)).map((answer) => (answer.ok ? answer.token : undefined))
  },
  'an answer of Asha after six minutes': async ({ db }) => {
    const key = await keyOfAsha({ db })
    const { token, challenge } = await askToSign(db, monday)
    const answered = { token, response: key.sign(challenge) }
    const browser = { address: elsewhere, former: undefined }
    const late = await signInWithPasskey(db, passkeySite, answered, browser, later(6))
    return [late.ok ? late.token : undefined]
  },
  'the own passkey with the id of the one of Asha': async ({ db, ids }) => {
    await keyOfAsha({ db })
    const { credentialId } = await onlyPasskeyOf({ db }, ids.asha)
    const own = new SoftKey(passkeySite.origin)
    const forged = await useKey(
      db,
      (challenge) => ({ ...own.sign(challenge), id: credentialId, rawId: credentialId }),
      monday,
    )
    return [forged.ok ? forged.token : undefined]
  },
  'adding the own passkey to the page of Asha': async ({ db, ids }) => {
    const { session, actor } = await signedInBy(db, await signInAt(db, mal, monday), monday)
    const { token, challenge } = await askToSign(db, monday)
    const key = new SoftKey(passkeySite.origin)
    const asAsha = { ...session, personId: ids.asha, email: asha }
    const answer = { token, response: key.register(challenge), name: 'mine' }
    await addPasskey(db, passkeySite, actor, asAsha, answer, monday)
    return [await tokenBy(db, key, monday)]
  },
  'adding a passkey in a session that Asha left open': async ({ db }) => {
    const token = await signInAt(db, asha, monday)
    const { key } = await addKey(db, token, later(16))
    await endAll({ db }, token)
    return [await tokenBy(db, key, later(17))]
  },
  'removing the passkey of Asha, and then her code': async ({ db, ids }) => {
    await keyOfAsha({ db })
    const { session, actor } = await signedInBy(db, await signInAt(db, mal, monday), monday)
    const { id } = await onlyPasskeyOf({ db }, ids.asha)
    const removed = await removePasskey(db, actor, session, id, monday)
    if (removed.ok) throw new Error('Somebody else removed the passkey.')
    return []
  },
  'a passkey after staff have changed the address': async ({ db, ids }) => {
    const key = await keyOfAsha({ db })
    await changeAddress(db, ids.asha, 'new@example.org')
    return [await tokenBy(db, key, monday)]
  },
  'a passkey after the address was changed and changed back': async ({ db, ids }) => {
    const key = await keyOfAsha({ db })
    await changeAddress(db, ids.asha, 'new@example.org')
    await changeAddress(db, ids.asha, asha)
    return [await tokenBy(db, key, monday)]
  },
  'a passkey after the person was deleted': async ({ db, ids }) => {
    const key = await keyOfAsha({ db })
    await movePeople(db, system, 'bin', [ids.asha], monday)
    return [await tokenBy(db, key, monday)]
  },
  'a passkey after the person was merged into another': async ({ db, ids }) => {
    const key = await keyOfAsha({ db })
    await mergePeople(db, system, { mainId: ids.mal, duplicateId: ids.asha, mayChangeContacts: true }, monday)
    return [await tokenBy(db, key, monday)]
  },
  'a passkey after the person has died': async ({ db, ids }) => {
    const key = await keyOfAsha({ db })
    await db.updateTable('person').set({ died_year: 1995 }).where('id', '=', ids.asha).execute()
    return [await tokenBy(db, key, monday)]
  },
  'a passkey after the person was erased': async ({ db, ids }) => {
    const key = await keyOfAsha({ db })
    await db.deleteFrom('person').where('id', '=', ids.asha).execute()
    return [await tokenBy(db, key, monday)]
  },
  'a passkey after it was removed': async ({ db, ids }) => {
    const token = await signInAt(db, asha, monday)
    const { key } = await addKey(db, token, monday)
    const { session, actor } = await signedInBy(db, token, monday)
    const { id } = await onlyPasskeyOf({ db }, ids.asha)
    await removePasskey(db, actor, session, id, monday)
    await endAll({ db }, token)
    return [await tokenBy(db, key, monday)]
  },
}

type World = Pick<OwnPageWorld, 'db'>

/** A passkey of Asha's, who has signed out since. */
async function keyOfAsha({ db }: World): Promise<SoftKey> {
  const token = await signInAt(db, asha, monday)
  const { key, added } = await addKey(db, token, monday)
  if (!added.ok) throw new Error(added.reason)
  await endAll({ db }, token)
  return key
}

async function onlyPasskeyOf({ db }: World, personId: string) {
  const [passkey] = await listPasskeys(db, personId)
  if (!passkey) throw new Error('The person has no passkey.')
  return passkey
}

async function endAll({ db }: World, token: string | undefined): Promise<void> {
  if (token === undefined) throw new Error('The owner could not sign in.')
  await db.deleteFrom('own_session').execute()
}
