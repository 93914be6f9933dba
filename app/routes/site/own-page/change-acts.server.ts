import { data } from 'react-router'
import { sessionCookie, setOwnToken } from '#routes/request/own-page-cookies.server.ts'
import {
  cancelEmailChange,
  finishEmailChange,
  startEmailChange,
  type ChangeRefusal,
} from '#features/own-pages/email-change.server.ts'
import {
  bothCodesForm,
  choicesForm,
  erasureForm,
  institutionForm,
  nameForm,
  newEmailForm,
  orcidForm,
  ownContactForm,
} from '#features/own-pages/form.ts'
import { saveOrcid, saveOwnChoices, saveOwnContact } from '#features/own-pages/own-changes.server.ts'
import { sendRequest, type ProposedValues } from '#features/own-pages/requests.server.ts'
import { contactFields } from '#features/people/contacts/contact-fields.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { given, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import {
  differingFields,
  labelsOf,
  refuse,
  refuseConflict,
  unlessWrong,
} from '#routes/request/answers.server.ts'
import { readButton, readForm, type FormRead } from '#server/input/form.server.ts'
import { onlyThePerson, type requireOwn, type requireVisit } from './own-session.server.ts'
import type { ChangePart, HelperPart } from './parts.ts'
import { ownPath } from './paths.ts'
import { actOnPhotograph } from './photograph-act.server.ts'

/** What the buttons on the pages below the own page do. */

type Own = Awaited<ReturnType<typeof requireOwn>>
type Visit = Awaited<ReturnType<typeof requireVisit>>
type Act<Who> = (
  args: RouteArgs,
  who: Who,
) => Promise<ReturnType<typeof refuse> | ReturnType<typeof refuseConflict<number>> | Response>

const tooOften = 'You have changed your details too often today. Try again tomorrow, or contact the office.'

const choiceRefusals: Record<'too-often' | 'too-many', Record<string, string>> = {
  'too-often': { listed: tooOften },
  'too-many': {
    newsletter:
      'We did not save your choices, because we received too many newsletter requests from your network. Try again in an hour.',
  },
}

const { phone, postalAddress } = contactFields
const ownFields = { phone, postalAddress }
const notInRegister = { sentence: 'You are no longer in the register.' }

/** For a helper too. */
export const sharedActs: Record<HelperPart, Act<Visit>> = {
  contact: async (args, { actor }) => {
    const { db, now } = given(args)
    const form = await readForm(args.request, ownContactForm)
    if (!form.ok) return refuse(400, form.errors, form.typed)
    const { contactVersion: version, ...values } = form.answers
    const saved = await saveOwnContact(db, actor, { ...values, version }, now)
    if (saved.ok) return redirectWithFlash(args, ownPath, { key: 'own-contact-saved' })
    if (saved.reason === 'too-often') return refuse(429, { phone: tooOften }, form.typed)
    if (saved.reason === 'not-found') throw data(notInRegister, { status: 404 })
    const { version: current, email: _email, emailProvedAt: _provedAt, ...theirs } = saved.current
    return refuseConflict(
      { conflict: 'Someone else saved changes to your contact details since you opened the page.' },
      form.typed,
      { differing: differingFields(labelsOf(ownFields), form.typed, theirs), version: current },
    )
  },

  orcid: async (args, { actor }) => {
    const { db, now } = given(args)
    const form = await readForm(args.request, orcidForm)
    if (!form.ok) return refuse(400, form.errors, form.typed)
    const saved = await saveOrcid(db, actor, form.answers.orcid, now)
    if (!saved.ok) return refuse(429, { orcid: tooOften }, form.typed)
    return redirectWithFlash(args, ownPath, { key: 'own-orcid-saved', isGone: form.answers.orcid === null })
  },

  name: async (args, own) => propose(args, own, 'name', await readForm(args.request, nameForm)),
  institution: async (args, own) =>
    propose(args, own, 'institution', await readForm(args.request, institutionForm)),
  photograph: actOnPhotograph,
}

/** For the person only. */
export const ownActs: Record<Exclude<ChangePart, HelperPart>, Act<Own>> = {
  choices: async (args, { actor, session }) => {
    const { db, now } = given(args)
    const form = await readForm(args.request, choicesForm)
    if (!form.ok) return refuse(400, form.errors, form.typed)
    const { listed, newsletter } = form.answers
    const choices = { listed: listed === 'yes', newsletter: newsletter === 'yes', email: session.email }
    const saved = await saveOwnChoices(db, actor, choices, now)
    if (!saved.ok) return refuse(429, choiceRefusals[saved.reason], form.typed)
    return redirectWithFlash(args, ownPath, { key: 'own-choices-saved', mustConfirm: saved.mustConfirm })
  },

  email: (args, own) => {
    const act = args.url.searchParams.get('do')
    if (act === 'cancel') return cancelChange(args, own)
    return act === 'codes' ? enterCodes(args, own) : requestChange(args, own)
  },

  deletion: async (args, own) => propose(args, own, 'erasure', await readForm(args.request, erasureForm)),
}

async function propose(
  args: RouteArgs,
  { actor }: Pick<Visit, 'actor'>,
  kind: 'name' | 'institution' | 'erasure',
  form: FormRead<ProposedValues>,
) {
  const { db, now } = given(args)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const sent = await sendRequest(db, actor, { kind, proposed: form.answers }, now)
  if (sent.ok) return redirectWithFlash(args, ownPath, { key: 'own-request-sent' })
  if (sent.reason === 'not-allowed') throw onlyThePerson()
  return refuse(429, { [firstField[kind]]: tooOften }, form.typed)
}

const firstField = { name: 'title', institution: 'institution', erasure: 'reason' }

async function requestChange(args: RouteArgs, { session }: Own) {
  const { db, config, now } = given(args)
  const form = await readForm(args.request, newEmailForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const person = await findRecord(db, session.personId)
  const wanted = { email: form.answers.email, name: person?.name ?? '' }
  const started = await startEmailChange(db, config.secret, session, wanted, now)
  if (started.ok) return redirectWithFlash(args, '/my-page/email', { key: 'own-codes-sent' })
  const sentence = started.reason === 'same' ? 'This is the address that we already have.' : tooOften
  return refuse(started.reason === 'same' ? 400 : 429, { email: sentence }, form.typed)
}

async function enterCodes(args: RouteArgs, { actor, session }: Own) {
  const { db, config, now } = given(args)
  const form = await readForm(args.request, bothCodesForm)
  if (!form.ok) return refuse(400, form.errors)
  const done = await finishEmailChange(db, config.secret, actor, session, form.answers, now)
  if (!done.ok) return refuse(400, changeRefusals[done.reason])
  const cookies = [setOwnToken(sessionCookie, done.token, config.origin)]
  return redirectWithFlash(args, ownPath, { key: 'own-email-changed' }, cookies)
}

const changeRefusals: Record<ChangeRefusal, Record<string, string>> = {
  over: { email: 'These codes no longer work. Enter the new address again.' },
  'wrong-old': { oldCode: 'The code for your current address is not right. Check the newest email.' },
  'wrong-new': { newCode: 'The code for your new address is not right. Check the newest email.' },
}

async function cancelChange(args: RouteArgs, { session }: Own) {
  unlessWrong(await readButton(args.request))
  await cancelEmailChange(given(args).db, session.personId)
  return redirectWithFlash(args, ownPath, { key: 'own-email-unchanged' })
}
