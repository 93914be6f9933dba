import type { Db } from '#db/schema/tables.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { checkFile, type CheckedFile } from './attachments.server.ts'
import { fileSentence } from './file-sentences.ts'
import { formLimits } from './limits.ts'
import type { FileQuestion } from './questions.ts'

interface Sender {
  network: string
  scanCommand: string[] | undefined
}

export type SentFileCheck =
  | { ok: true; file: CheckedFile }
  /** The sentence for the field. `busy`: nothing is wrong with the file, but there was no capacity to check it. */
  | { ok: false; reason: 'too-many' | 'busy' | 'unfit'; sentence: string }

/** Counts a file that someone sent with a form, then judges it: everything before it is stored. */
export async function checkSentFile(
  db: Db,
  { network, scanCommand }: Sender,
  question: FileQuestion,
  sent: { path: string; bytes: number; name: string },
  now: Date,
): Promise<SentFileCheck> {
  const claimed = await claimTry(db, formLimits['form-file'], network, now)
  if (!claimed.ok) return { ok: false, reason: 'too-many', sentence: `${question.label}: ${tooManyFiles}` }
  const checked = await checkFile(question, sent, network, scanCommand)
  if (checked.ok) return checked
  const sentence = fileSentence(question, sent.name, checked.reason)
  return { ok: false, reason: checked.reason === 'busy' ? 'busy' : 'unfit', sentence }
}

const tooManyFiles = 'we received too many files from your network. Upload it again in an hour.'
