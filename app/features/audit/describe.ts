import { capital } from '#server/input/capital.ts'
import type { Details } from './details.ts'
import { plain, show, type AuditSentences, type AuditWords } from './sentences.ts'

/** An entry as staff read it. */
export interface ReadEntry {
  seq: number
  at: Date
  /** `staff:<id>`, `person:<id>`, `helper:<id>`, `visitor` or `system`. */
  actor: string
  /** The name of a member of staff or a helper; undefined when it is gone, and for others. */
  actorName: string | undefined
  action: string
  subject: string
  subjectName: string | undefined
  /** Undefined once erased. */
  details: Details | undefined
}

/** One English sentence without its full stop, also for actions without their own sentence. */
export function describeEntry(entry: ReadEntry, sentences: AuditSentences): string {
  const isOwn = entry.actor === entry.subject
  const whom = nameOf(entry.subject, entry.subjectName)
  const isPerson = entry.actor.startsWith('person:')
  const who = isPerson ? 'The person concerned' : capital(nameOf(entry.actor, entry.actorName))
  const words = { who, whom, isOwn, subject: entry.subject, details: entry.details ?? {} }
  const sentence = sentences[entry.action]
  return sentence ? sentence(words) : anySentence(entry, words)
}

/** What changed, field by field, as texts to show. */
export function describeChanges(
  details: Details | undefined,
  nameOfField: (field: string) => string | undefined,
) {
  return Object.entries(details?.changes ?? {}).map(([field, values]) => ({
    field: nameOfField(field) || capital(plain(field)),
    before: show(values[0]),
    after: show(values[1]),
  }))
}

/** `application.moved` on `application:7` reads "Asha Rao moved application 7". */
function anySentence({ action, subject }: ReadEntry, { who, whom, isOwn }: AuditWords): string {
  const [noun = '', verb = ''] = action.split('.')
  const object = isOwn ? 'their own account' : whom
  const about = subject.startsWith(noun) || isOwn ? object : `${plain(noun)} of ${object}`
  return `${who} ${plain(verb)} ${about}`
}

function nameOf(subject: string, name: string | undefined): string {
  if (name !== undefined) return name
  const [noun = '', id = ''] = subject.split(/:(.*)/s)
  if (noun === 'staff')
    return id === '' || id === 'unknown' ? 'an unknown person' : 'a former member of staff'
  if (noun === 'helper') return 'a former helper'
  if (noun === 'visitor') return 'a visitor'
  if (noun === 'system') return 'the site'
  return id === '' ? `the ${plain(noun)}` : `${plain(noun)} ${id}`
}
