import type { RouterContextProvider } from 'react-router'
import type { RichText } from '#features/content/text/document.ts'
import { listFigureFiles } from '#features/content/text/document-text.ts'
import { given } from '#routes/request/begin.server.ts'
import { findPictures } from '#features/media/queries.server.ts'

/** The pictures in these texts. */
export function findTextPictures(
  context: Readonly<RouterContextProvider>,
  documents: (RichText | undefined)[],
) {
  const { db } = given({ context })
  return findPictures(db, listFigureFiles(documents))
}

export function findSectionPictures(
  context: Readonly<RouterContextProvider>,
  sections: { body: RichText }[],
) {
  return findTextPictures(
    context,
    sections.map(({ body }) => body),
  )
}
