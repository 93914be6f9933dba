import { attachFile } from '#features/forms/drafts/draft-files.server.ts'
import { fileSentence } from '#features/forms/file-sentences.ts'
import type { FileQuestion, Form, FormPart } from '#features/forms/questions.ts'
import { checkSentFile } from '#features/forms/sent-file.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import type { SentFile } from '#server/input/mixed-form.server.ts'
import type { DraftSession } from '#routes/site/forms/form-session.server.ts'

/**
 * Checks each file of a part and adds it to the draft; returns a sentence for each refused one. `isBusy` if nothing is
 * wrong with them but there was no capacity to check one.
 */
export async function takeFiles(
  formSession: DraftSession,
  store: FileStore,
  part: FormPart,
  files: SentFile[],
): Promise<{ faults: Record<string, string>; isBusy: boolean }> {
  const faults: Record<string, string> = {}
  let isBusy = false
  for (const file of files) {
    const question = fileQuestion(part, file.field)
    if (!question) continue
    const taken = await takeFile(formSession, store, question, file)
    if (taken.ok) continue
    faults[question.name] ??= taken.sentence
    isBusy ||= taken.isBusy ?? false
  }
  return { faults, isBusy }
}

export async function takeFile(
  { caseType, db, config, client, token, now }: DraftSession,
  store: FileStore,
  question: FileQuestion,
  sent: { path: string; bytes: number; name: string },
): Promise<{ ok: true } | { ok: false; sentence: string; isBusy?: boolean }> {
  const sender = { network: networkOf(client.address), scanCommand: config.scanCommand }
  const checked = await checkSentFile(db, sender, question, sent, now)
  if (!checked.ok) return { ok: false, sentence: checked.sentence, isBusy: checked.reason === 'busy' }
  const taken = await attachFile(db, store, caseType.name, token, { question, ...checked.file }, now)
  if (taken.ok) return taken
  const { reason } = taken
  if (reason === 'not-found' || reason === 'sent' || reason === 'elsewhere')
    return {
      ok: false,
      sentence: `${question.label}: this form no longer exists, so we did not save the file.`,
    }
  return { ok: false, sentence: fileSentence(question, sent.name, reason) }
}

export function fileQuestion({ questions }: FormPart, name: string): FileQuestion | undefined {
  const question = questions.find((one) => one.name === name)
  return question?.kind === 'file' ? question : undefined
}

export function fileQuestionIn({ parts }: Form, name: string): FileQuestion | undefined {
  return parts.map((part) => fileQuestion(part, name)).find(Boolean)
}
