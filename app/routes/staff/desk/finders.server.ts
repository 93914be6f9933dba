import { findCasesByWords } from '#features/cases/search.server.ts'
import { findEntriesByWords, findRedirectsByWords } from '#features/content/search.server.ts'
import { findLettersByWords } from '#features/mail/search.server.ts'
import { findFilesByWords } from '#features/media/search.server.ts'
import { findByWords } from '#features/people/register-queries.server.ts'
import type { Finder } from '#features/search/staff-find.server.ts'
import { findAccountsByWords } from '#features/staff/search.server.ts'

/** Everything that the palette of the staff area finds, each by the feature that stores it. */
export const finders = {
  entries: finder((db, { words, limit }) => findEntriesByWords(db, words, limit)),
  files: finder((db, { words, limit }) => findFilesByWords(db, words, limit)),
  redirects: finder((db, { words, limit }) => findRedirectsByWords(db, words, limit)),
  cases: finder((db, { words, limit, readerId: id, day }) => findCasesByWords(db, words, limit, { id, day })),
  people: finder(
    (db, { q, limit }) => findByWords(db, q, limit),
    // Everyone may read the public lists.
    ({ isListed }) => !isListed,
  ),
  accounts: finder(
    (db, { words, limit }) => findAccountsByWords(db, words, limit),
    () => true,
  ),
  letters: finder(
    (db, { words, limit, readerId }) => findLettersByWords(db, words, limit, readerId),
    () => true,
  ),
}

export type FindKind = keyof typeof finders

/** What is found of each kind. */
export type FoundByKind = { [Kind in FindKind]: Awaited<ReturnType<(typeof finders)[Kind]['find']>> }

function finder<Line>(find: Finder<Line>['find'], isPersonal?: (line: Line) => boolean): Finder<Line> {
  return { find, ...(isPersonal && { isPersonal }) }
}
