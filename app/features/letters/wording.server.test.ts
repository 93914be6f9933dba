import { expect } from 'vitest'
import { sendLetter } from '#features/staff/joining/letters.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, listActions, listLetters, makeStaff } from '#test/makers/staff.ts'
import { fill, unknownPlaceholders } from './fill.ts'
import { letterKinds, placeholderNames, type LetterKind } from './kinds.ts'
import { composeLetter } from './operations.server.tsx'
import { letterGroups } from './rule.ts'
import { changeWording, resetWording } from './wording-operations.server.ts'

const kinds = Object.keys(letterKinds) as LetterKind[]
const samples = Object.fromEntries(
  Object.entries(placeholderNames).map(([name, { sample }]) => [name, sample]),
)

test('every letter as delivered fills in all of its braces, in text and HTML alike', () => {
  for (const kind of kinds) {
    const rule = letterKinds[kind]
    expect(unknownPlaceholders(kind, rule), kind).toEqual([])
    expect(letterGroups, kind).toContain(rule.group)
    const given = { facts: samples, link: 'https://iaps.example/x', to: 'Tara', societyName: 'IAPS' }
    const { subject, text, html } = composeLetter(kind, rule, given)
    for (const said of [subject, text, html]) expect(said, kind).not.toMatch(/\{[a-z]+\}/)
    expect(html, kind).toMatch(/^<!doctype html><html lang="en">/)
    if ('action' in rule)
      for (const said of [text, html]) expect(said, kind).toContain('https://iaps.example/x')
  }
})

test('administrators word the letters to staff, and the link comes along whatever they write', async ({
  db,
}) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  if (admin.kind !== 'staff') throw new Error('An administrator is of the staff.')
  const tara = { email: 'tara@example.org', name: 'Tara' }
  const link = 'https://iaps.example/admin/link/invite'
  const wording = { subject: 'Come as {role}', body: 'Join us.\n\nJoin us.' }

  expect(await changeWording(db, admin, 'staff.invited', wording, monday)).toEqual({ ok: true })
  await sendLetter(db, tara, 'invited', { role: 'editor', link }, monday)
  await resetWording(db, admin, 'staff.invited', monday)
  await sendLetter(db, tara, 'invited', { role: 'editor', link }, monday)

  const [changed, delivered] = await listLetters(db)
  expect(changed?.subject).toMatch(/^Come as Editor – /)
  expect(changed?.body_text).toMatch(/^Dear Tara,\n\nJoin us\.\n\nJoin us\.\n\nCreate my account:\nhttps:/)
  expect(changed?.body_html).toContain(`<a href="${link}">Create my account</a>`)
  expect(delivered?.body_text).toContain('with the role Editor')
  expect(await listActions(db)).toEqual(['letter.wording-changed', 'letter.wording-changed'])
})

test('a wording with braces that the letter cannot fill in is refused', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  if (admin.kind !== 'staff') throw new Error('An administrator is of the staff.')
  const wording = { subject: 'Hello {constructor}', body: 'The reason: {reason}. {role}' }

  expect(await changeWording(db, admin, 'staff.disabled', wording, monday)).toEqual({
    ok: false,
    unknown: ['constructor', 'role'],
    missing: [],
  })
  const withoutLink = { subject: 'News', body: 'Read on.' }
  expect(await changeWording(db, admin, 'newsletter.issue', withoutLink, monday)).toEqual({
    ok: false,
    unknown: [],
    missing: ['leave'],
  })
})

test('what is filled in stays plain text: it fills nothing in itself and becomes no markup', async ({
  db,
}) => {
  const reason = '{role} <b>x</b> {toString} ${1}'
  await sendLetter(db, { email: 'tara@example.org', name: '<i>T</i>' }, 'disabled', { reason }, monday)

  const [letter] = await listLetters(db)
  expect(letter?.body_text).toContain(reason)
  expect(letter?.body_html).toContain('{role} &lt;b&gt;x&lt;/b&gt; {toString} ${1}')
  expect(letter?.body_html).not.toContain('<i>')
  expect(fill('{hasOwnProperty} {a}', { a: '{b}', b: 'no' })).toBe('{hasOwnProperty} {b}')
})
