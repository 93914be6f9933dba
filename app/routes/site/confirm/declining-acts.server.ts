import { officeDay } from '#office-time.ts'
import { checkForm } from '#features/forms/check.ts'
import { readPart } from '#features/forms/fields.ts'
import { textOf, type FormPart } from '#features/forms/questions.ts'
import {
  confirmationForms,
  declining,
  decliningProposal,
  wordingOf,
} from '#features/nominations/confirmation-forms.ts'
import { declineToSecond, type Declined } from '#features/nominations/declining.server.ts'
import { declineProposal } from '#features/nominations/not-me/operations.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { refusals, statusOf } from './link-refusals.ts'
import type { Route } from './+types/confirm.ts'

/** What proposers and seconders answer who do not take part, or whom our email reached by mistake. */

interface DeclineSent {
  token: string
  shown: string
  typed: Record<string, string>
}

/** What someone answers who declines, below a lead, or what needs correcting in it. */
function readDeclining(lead: string, part: FormPart, { shown, typed }: DeclineSent, now: Date) {
  const read = readPart(part, typed)
  if (!read.ok) return { ok: false, errors: { form: unreadableForm } } as const
  const faults = checkForm({ version: 1, parts: [part] }, read.answers, [], officeDay(now), [])
  if (faults[part.name]) return { ok: false, errors: faults[part.name] ?? {} } as const
  const declined = textOf(read.answers, 'declined') as Declined
  const wording = wordingOf({ ...confirmationForms.second, lead, part })
  return {
    ok: true,
    declined,
    answered: { answer: { ...read.answers, declined }, wording, confirmedHash: shown },
  } as const
}

/** In whose name a nomination came. */
export async function declineToPropose(args: Route.ActionArgs, sent: DeclineSent) {
  const { db, config, actor, now } = given(args)
  const read = readDeclining(decliningProposal.title, decliningProposal, sent, now)
  if (!read.ok) return refuse(400, read.errors, sent.typed)
  const outcome = await declineProposal(db, actor, config.origin, sent.token, read.answered, now)
  if (!outcome.ok) return refuse(statusOf(outcome.reason), refusals[outcome.reason], sent.typed)
  return {
    title: 'Thank you',
    done:
      read.declined === 'not-me'
        ? 'We have told the office that our email reached the wrong person. If nobody corrects the address, the nomination lapses. We have emailed nobody else about it.'
        : 'We have closed the nomination. We have emailed nobody else about it.',
  }
}

/** Whom the proposer named as seconder. */
export async function declineAsSeconder(args: Route.ActionArgs, sent: DeclineSent) {
  const { db, config, actor, now } = given(args)
  const { token, typed } = sent
  const read = readDeclining(confirmationForms.second.lead, declining, sent, now)
  if (!read.ok) return refuse(400, read.errors, typed)
  const outcome = await declineToSecond(db, actor, config.origin, token, read.answered, now)
  if (!outcome.ok) return refuse(statusOf(outcome.reason), refusals[outcome.reason], typed)
  return {
    title: 'Thank you',
    done: 'We have recorded your answer and asked the proposer to name another seconder.',
  }
}
