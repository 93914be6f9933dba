import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { contentHash } from '#features/cases/content-hash.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { caseStatuses } from '#features/casework/queues.ts'
import { disciplines } from '#features/people/register.ts'
import { rightAnswers } from '#test/makers/cases.ts'

/** Very many cases with long answers, in all states and several cycles, written as rows. */
export async function makeManyCases(db: Db, count: number, now: Date, from = 0): Promise<void> {
  const answers = { ...rightAnswers.fellow, analysis: 'A long word or two. '.repeat(400) }
  const saved = toJson(answers)
  const answers_hash = contentHash(caseTypes.fellow, 1, answers, [])
  const rows = Array.from({ length: count }, (_, index) => {
    const at = from + index
    const { process: caseType, state } = caseStatuses[at % caseStatuses.length]!
    const { isEnd } = caseTypes[caseType].workflow.states[state]!
    const received = now.getTime() - ((at * 7919) % 2_000) * 86_400_000
    const decided = isEnd ? received + ((at * 31) % 90) * 86_400_000 : null
    return {
      ...{
        id: newId(),
        reference: `XX-1990-${String(at + 1).padStart(6, '0')}`,
        process: caseType,
        state,
        version: 1,
      },
      ...{ form_version: 1, answers: saved, answers_hash, facts: '{}', payment_key: null },
      ...{ subject_name: `Dr Sample Number ${at}`, subject_key: `${at}@example.org` },
      ...{ sender_name: 'Prof. Ben Sample', sender_email: `sender${at % 500}@example.org` },
      ...{ institution: 'Sample Institute', discipline: disciplines[at % disciplines.length]! },
      ...{ category: 'fellow', cycle: String(1991 + (at % 5)) },
      ...{ gender: ['female', 'male', 'other', null][at % 4] ?? null },
      ...{ received_at: received, state_at: received, decided_at: decided, ended_at: decided },
      due_at: isEnd ? null : received + 30 * 86_400_000,
    }
  })
  for (let start = 0; start < rows.length; start += 200)
    await db
      .insertInto('dossier')
      .values(rows.slice(start, start + 200))
      .execute()
}
