import { DocumentBody, type DocumentProps } from './document-body.tsx'
import { mathMarkup } from './document-math.ts'

/** Rich text as published. It imports KaTeX, so render it on the server only. */
export function DocumentView(props: DocumentProps) {
  return <DocumentBody {...props} math={mathMarkup} />
}
