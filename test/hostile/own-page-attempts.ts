import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { codeCharacters } from '#features/own-pages/code.ts'
import { requestCode, useCode } from '#features/own-pages/codes.server.ts'
import { clearOwnPages } from '#features/own-pages/retention.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { askForCode, codeMailedTo, home } from '#test/makers/own-pages.ts'
import { monday } from '#test/harness/days.ts'
import {
  asha,
  changeAddress,
  elsewhere,
  endOwn,
  enter,
  later,
  mal,
  wrongOf,
  type Tokens,
  type OwnPageWorld,
} from './own-page-world.ts'

/** What someone tries who wants the own page of another person. Each attempt returns the tokens it ended with. */

/** By what they try; the victim is Asha unless they name someone else. */
export const codeAttempts: Record<string, (world: OwnPageWorld) => Promise<Tokens>> = {
  'no cookie and no code': async ({ db }) => [await enter(db, undefined, '')],
  'no cookie and the right code': async ({ db }) => {
    await askForCode(db, asha, monday)
    return [await enter(db, undefined, await codeMailedTo(db, asha))]
  },
  'a made-up cookie and the right code': async ({ db }) => {
    await askForCode(db, asha, monday)
    return [await enter(db, 'A'.repeat(43), await codeMailedTo(db, asha))]
  },
  'an empty code before the email is written': async ({ db }) => {
    const requested = await requestCode(db, asha, elsewhere, monday)
    return [await enter(db, requested.ok ? requested.token : '', '')]
  },
  'an empty code': async ({ db }) => [await enter(db, await askForCode(db, asha, monday), '')],
  'the word null': async ({ db }) => [await enter(db, await askForCode(db, asha, monday), 'null')],
  'a wrong code': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    return [await enter(db, token, wrongOf(await codeMailedTo(db, asha)))]
  },
  'half of the code': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    return [await enter(db, token, (await codeMailedTo(db, asha)).slice(0, 4))]
  },
  'the code twice in a row': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    const code = await codeMailedTo(db, asha)
    return [await enter(db, token, code + code)]
  },
  'the hash of the code instead of the code': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    const { code_hash } = await db.selectFrom('own_code').select('code_hash').executeTakeFirstOrThrow()
    return [await enter(db, token, code_hash ?? '')]
  },
  'the hash of the cookie instead of the cookie': async ({ db }) => {
    await askForCode(db, asha, monday)
    const { browser_hash } = await db.selectFrom('own_code').select('browser_hash').executeTakeFirstOrThrow()
    return [await enter(db, browser_hash, await codeMailedTo(db, asha))]
  },
  'the id of the request instead of the cookie': async ({ db }) => {
    await askForCode(db, asha, monday)
    const { id } = await db.selectFrom('own_code').select('id').executeTakeFirstOrThrow()
    return [await enter(db, id, await codeMailedTo(db, asha))]
  },
  'the own code in the request for another person': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    await askForCode(db, mal, monday)
    return [await enter(db, token, await codeMailedTo(db, mal))]
  },
  'the code of another person in the own request': async ({ db }) => {
    await askForCode(db, asha, monday)
    const token = await askForCode(db, mal, monday)
    return [await enter(db, token, await codeMailedTo(db, asha))]
  },
  'the own right code, which opens the own page only': async ({ db }) => {
    const token = await askForCode(db, mal, monday)
    return [await enter(db, token, await codeMailedTo(db, mal))]
  },
  'the older of two codes in the newer request': async ({ db }) => {
    await askForCode(db, asha, monday)
    const code = await codeMailedTo(db, asha)
    return [await enter(db, await askForCode(db, asha, later(1)), code)]
  },
  'the newer of two codes in the older request': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    await askForCode(db, asha, later(1))
    return [await enter(db, token, await codeMailedTo(db, asha))]
  },
  'five guesses and then the right code': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    const code = await codeMailedTo(db, asha)
    const guesses = [wrongOf(code), 'AAAA-AAAA', '', '3333-3333', 'YYYY-YYYY']
    const tokens: Tokens = []
    for (const guess of guesses) tokens.push(await enter(db, token, guess))
    return [...tokens, await enter(db, token, code)]
  },
  'forty guesses in parallel and then the right code': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    const code = await codeMailedTo(db, asha)
    const guess = (at: number) => `AAAA-${codeCharacters[at % 23]}ACD`
    const tokens = await Promise.all(Array.from({ length: 40 }, (_, at) => enter(db, token, guess(at))))
    return [...tokens, await enter(db, token, code)]
  },
  'guesses with many requests from one network': async ({ db }) => {
    const tokens: Tokens = []
    for (let at = 0; at < 12; at++) {
      const token = await askForCode(db, asha, monday, elsewhere)
      for (let guess = 0; guess < 6; guess++)
        tokens.push(await enter(db, token, `ACDE-FGH${codeCharacters[guess]}`))
    }
    const { count } = await db
      .selectFrom('mail')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(3)
    return tokens
  },
  'the code after ten minutes': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    return [await enter(db, token, await codeMailedTo(db, asha), later(10))]
  },
  'the code after a day and the clearing': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    const code = await codeMailedTo(db, asha)
    await clearOwnPages(db, later(24 * 60))
    return [await enter(db, token, code, later(24 * 60)), await enter(db, token, code)]
  },
  'the code again after its owner has used it': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    const code = await codeMailedTo(db, asha)
    const own = await enter(db, token, code, monday, home)
    await endOwn(db, own)
    return [await enter(db, token, code)]
  },
  'the cookie of the request as the cookie of a session': async ({ db }) => [
    await askForCode(db, asha, monday),
  ],
  'the code as the cookie of a session': async ({ db }) => {
    await askForCode(db, asha, monday)
    return [await codeMailedTo(db, asha)]
  },
  'a code that was computed with another secret': async ({ db }) => {
    const token = await askForCode(db, asha, monday)
    const used = await useCode(
      db,
      'another secret',
      { token, typed: await codeMailedTo(db, asha) },
      { address: elsewhere, former: undefined },
      monday,
    )
    return [used.ok ? used.token : undefined]
  },
  'the code after staff have changed the address': async ({ db, ids }) => {
    const token = await askForCode(db, asha, monday)
    await changeAddress(db, ids.asha, 'new@example.org')
    return [await enter(db, token, await codeMailedTo(db, asha))]
  },
  'the code after the person was deleted': async ({ db, ids }) => {
    const token = await askForCode(db, asha, monday)
    await movePeople(db, system, 'bin', [ids.asha], monday)
    return [await enter(db, token, await codeMailedTo(db, asha))]
  },
  'the code after the person has died': async ({ db, ids }) => {
    const token = await askForCode(db, asha, monday)
    await db.updateTable('person').set({ died_year: 1995 }).where('id', '=', ids.asha).execute()
    return [await enter(db, token, await codeMailedTo(db, asha))]
  },
  'the code after the person was erased': async ({ db, ids }) => {
    const token = await askForCode(db, asha, monday)
    await db.deleteFrom('person').where('id', '=', ids.asha).execute()
    return [await enter(db, token, await codeMailedTo(db, asha))]
  },
}
