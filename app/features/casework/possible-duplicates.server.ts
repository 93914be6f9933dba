import type { ExpressionBuilder } from 'kysely'
import { isVisibleTo, type CaseReader } from '#features/case-access/case-access.server.ts'
import { wordsOf } from '#db/search/words.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { numberKey } from '#features/people/register.ts'

/** Open cases that may be about the same person or the same payment. The site finds them; the office judges. */

const maxDuplicates = 20
const maxCompared = 200

/** A sentence for each of them. */
export async function listPossibleDuplicates(
  db: Db,
  reader: CaseReader,
  caseRow: Tables['dossier'],
): Promise<string[]> {
  if (caseRow.erased_at !== null) return []
  const same = await listSameAddress(db, reader, caseRow)
  const paid = await listSamePayment(db, reader, caseRow)
  const likely = caseRow.process === 'membership' ? [] : await listLikelySame(db, reader, caseRow)
  return [
    ...same.map(({ reference, confirmedAt }) =>
      confirmedAt === null
        ? `${reference} is open for the same person, who has not confirmed it.`
        : `${reference} is open for the same person, who has confirmed it.`,
    ),
    ...likely.map(({ reference, by }) => `${reference} is open for a nominee with the same ${by}.`),
    ...paid.map(({ reference }) => `${reference} has the same payment number.`),
  ]
}

function listSameAddress(db: Db, reader: CaseReader, caseRow: Tables['dossier']) {
  return db
    .selectFrom('dossier')
    .select(['reference', 'subject_confirmed_at as confirmedAt'])
    .where('process', '=', caseRow.process)
    .where('subject_key', '=', caseRow.subject_key)
    .where(isForSame(caseRow))
    .where('ended_at', 'is', null)
    .where('id', '<>', caseRow.id)
    .where(isVisibleTo(reader))
    .orderBy('reference')
    .limit(maxDuplicates)
    .execute()
}

/** Of nominations for awards, only those for the same award. */
function isForSame({ process: caseType, category }: Tables['dossier']) {
  return (eb: ExpressionBuilder<Tables, 'dossier'>) =>
    caseType === 'award' ? eb('category', '=', category) : eb.lit(true)
}

function listSamePayment(db: Db, reader: CaseReader, { id, payment_key }: Tables['dossier']) {
  return db
    .selectFrom('dossier')
    .select('reference')
    .where('payment_key', '=', payment_key)
    .where('state', 'not in', ['withdrawn', 'lapsed', 'spam'])
    .where('id', '<>', id)
    .where(isVisibleTo(reader))
    .orderBy('reference')
    .limit(maxDuplicates)
    .execute()
}

/** Open nominations of the same grade under another address, with the same ORCID iD, membership number or name. */
async function listLikelySame(db: Db, reader: CaseReader, caseRow: Tables['dossier']) {
  const own = fromJson<Answers>(caseRow.answers)
  const others = await db
    .selectFrom('dossier')
    .select(['reference', 'answers'])
    .where('process', '=', caseRow.process)
    .where('ended_at', 'is', null)
    .where('erased_at', 'is', null)
    .where('subject_key', '<>', caseRow.subject_key)
    .where(isForSame(caseRow))
    .where('id', '<>', caseRow.id)
    .where(isVisibleTo(reader))
    .where((eb) =>
      eb.or([
        // SQLite lowers only Latin letters without marks.
        eb('subject_name', 'like', `%${plain(textOf(own, 'lastName'))}%`),
        eb(eb.fn('lower', ['subject_name']), 'like', `%${plain(textOf(own, 'lastName')).toLowerCase()}%`),
        ...identifiersOf(own).map((identifier) => eb('answers', 'like', `%"${identifier}"%`)),
      ]),
    )
    .orderBy('reference')
    .limit(maxCompared)
    .execute()
  return others
    .map(({ reference, answers }) => ({ reference, by: sharedIdentifier(own, fromJson<Answers>(answers)) }))
    .filter((one): one is { reference: string; by: string } => one.by !== undefined)
    .slice(0, maxDuplicates)
}

/** What a person is known by besides the address, as it may be written. */
function identifiersOf(answers: Answers): string[] {
  const number = textOf(answers, 'memberNo')
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})-?(\d{1,6})$/i.exec(number) ?? []
  const numbers = digits
    ? [letters.toUpperCase(), letters.toLowerCase()].flatMap((one) => [`${one}-${digits}`, `${one}${digits}`])
    : []
  return [textOf(answers, 'orcid'), number, ...numbers].filter(Boolean)
}

/** What two nominations have in common that two people rarely have. */
export function sharedIdentifier(one: Answers, other: Answers): string | undefined {
  const isSame = (of: (answers: Answers) => string) => of(one) !== '' && of(one) === of(other)
  if (isSame((answers) => textOf(answers, 'orcid').toUpperCase())) return 'ORCID iD'
  if (isSame((answers) => numberKey(textOf(answers, 'memberNo')))) return 'membership number'
  return isSame(nameKey) ? 'name' : undefined
}

function nameKey(answers: Answers): string {
  const name = `${textOf(answers, 'firstName')} ${textOf(answers, 'lastName')}`
  return wordsOf(name).toSorted().join(' ')
}

/** Without the characters that a pattern gives a meaning. */
function plain(text: string): string {
  return text.replaceAll(/[%_\\]/g, '')
}
