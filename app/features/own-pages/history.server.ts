import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Details } from '#features/audit/details.ts'
import type { AuditAction } from '#features/audit/sentences.ts'
import { personFields } from '#features/people/person-fields.ts'

/** What happened to the entry of a person, as the person may read it: no names of staff, and no reading. */

export interface HistoryLine {
  seq: number
  at: number
  sentence: string
  changes: { field: string; before: string; after: string }[]
}

const maxLines = 50

const acts: Partial<Record<AuditAction, string>> = {
  'person.added': 'added you to the register',
  'person.changed': 'changed your entry in the register',
  'person.contact-changed': 'changed your contact details',
  'person.merged': 'merged two entries about you',
  'person.merge-undone': 'separated two entries that had been merged',
  'person.address-changed': 'changed the address of your public page',
  'person.pictured': 'added your photograph to your page',
  'person.picture-removed': 'removed your photograph from your page',
  'person.reminded-to-renew': 'reminded you of the end of your membership',
  'person.listed': 'added you to the public directory',
  'person.unlisted': 'removed you from the public directory',
  'person.binned': 'removed you from the register',
  'person.restored': 'restored you to the register',
  'certificate.issued': 'issued a certificate',
  'certificate.revoked': 'revoked a certificate',
  'person.orcid-changed': 'changed your ORCID iD',
  'own-page.requested': 'asked the office for a change',
  'own-page.request-withdrawn': 'withdrew a request',
  'own-page.approved': 'approved your request',
  'own-page.refused': 'declined your request',
  'own-page.passkey-added': 'added a passkey to this page',
  'own-page.passkey-renamed': 'renamed a passkey of this page',
  'own-page.passkey-removed': 'removed a passkey of this page',
  'own-page.renewal-started': 'started the renewal of your membership',
  'own-page.helper-named': 'added a helper',
  'own-page.helper-extended': 'extended a helper’s access',
  'own-page.helper-reminded': 'reminded you that a helper’s access ends soon',
  'own-page.helper-ended': 'removed a helper',
  'own-page.signed-in': 'signed in to this page',
  'own-page.signed-out': 'signed out',
  'own-page.signed-out-everywhere': 'signed out everywhere',
}

/** The newest first. */
export async function listOwnHistory(db: Db, personId: string): Promise<HistoryLine[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .leftJoin('audit_detail', 'audit_detail.seq', 'audit_entry.seq')
    .select(['audit_entry.seq', 'at', 'actor', 'action', 'body'])
    .where('subject', '=', `person:${personId}`)
    .where('action', 'not like', '%.read')
    .orderBy('audit_entry.seq', 'desc')
    .limit(maxLines)
    .execute()
  const helpers = await readHelperNames(db, personId)
  return rows.map(({ seq, at, actor, action, body }) => {
    const details = body === null ? {} : fromJson<Details>(body)
    const act = actOf(action as AuditAction, actor) ?? 'worked on your entry'
    return { seq, at, sentence: `${nameOf(actor, personId, helpers)} ${act}.`, changes: changesIn(details) }
  })
}

function actOf(action: AuditAction, actor: string): string | undefined {
  const hasStopped = action === 'own-page.helper-ended' && actor.startsWith('helper:')
  return hasStopped ? 'stopped helping' : acts[action]
}

/** Also of those who help no more. */
async function readHelperNames(db: Db, personId: string): Promise<Map<string, string>> {
  const helpers = await db
    .selectFrom('own_helper')
    .select(['id', 'name'])
    .where('person_id', '=', personId)
    .execute()
  return new Map(helpers.map(({ id, name }) => [`helper:${id}`, name]))
}

function nameOf(actor: string, personId: string, helpers: Map<string, string>): string {
  if (actor === `person:${personId}`) return 'You'
  if (actor.startsWith('helper:')) return `Your helper ${helpers.get(actor) ?? ''}`.trim()
  return actor.startsWith('staff:') ? 'The office' : 'The site'
}

function changesIn({ changes = {} }: Details) {
  return Object.entries(changes).flatMap(([name, [before, after]]) => {
    const field = Object.hasOwn(personFields, name)
      ? personFields[name as keyof typeof personFields]
      : undefined
    return field ? [{ field: field.label, before: shown(before), after: shown(after) }] : []
  })
}

function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : '(empty)'
}
