import type { ComponentProps } from 'react'
import { hasFormulas } from '#features/content/text/formula-marks.ts'
import { DocumentView } from '#features/content/text/document-view.tsx'
import type { Pictures } from '#features/media/queries.server.ts'
import { preloadMathFont } from '#ui/text/math-font.ts'
import { Picture } from '#ui/text/picture.tsx'

type Props = Omit<ComponentProps<typeof DocumentView>, 'figure'> & { pictures: Pictures }

/** Rich text with its pictures, which the page's loader has looked up by `findTextPictures`. */
export function TextView({ pictures, ...document }: Props) {
  if (hasFormulas(document.document)) preloadMathFont()
  return (
    <DocumentView
      {...document}
      figure={({ file, alt }) => {
        const picture = pictures[file]
        return (
          picture && (
            <Picture
              sources={picture}
              width={picture.width}
              height={picture.height}
              alt={alt}
              sizes="(min-width: 680px) 592px, 92vw"
            />
          )
        )
      }}
    />
  )
}
