import type { RouterContextProvider } from 'react-router'
import type { RichText } from '#features/content/text/document.ts'
import { listFigureFiles } from '#features/content/text/document-text.ts'
import { findPictures } from '#features/media/queries.server.ts'
import { dbContext } from '#server/http/context.server.ts'

/** The pictures that stand in these texts. */
export function findTextPictures(
  context: Readonly<RouterContextProvider>,
  documents: (RichText | undefined)[],
) {
  return findPictures(context.get(dbContext), listFigureFiles(documents))
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
