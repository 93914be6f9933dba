import { type ComponentType, useContext, useEffect, useState } from 'react'
import type { FigureAttrs } from '#features/content/text/document.ts'
import { DocumentBody } from '#features/content/text/document-body.tsx'
import type { EditorPicture } from './drawings.ts'
import type { EditorProps } from './editor-props.ts'
import { SharedToolbarContext } from './toolbar/shared-toolbar.tsx'
import styles from './rich-text-editor.module.css'

/**
 * A field for rich text. The server renders the text itself, also for browsers without scripts; the editor is loaded
 * after hydration.
 */
export function RichTextEditor(props: EditorProps) {
  const { id, label, value, isPart } = props
  const { Area, hasFailed } = useWritingArea()
  const inFlow = useContext(SharedToolbarContext) !== undefined
  return (
    <div>
      <span id={`${id}-label`} className={inFlow && isPart ? 'visually-hidden' : styles.label}>
        {label}
      </span>
      {Area ? (
        <Area {...props} />
      ) : (
        <div
          id={id}
          role="group"
          aria-labelledby={`${id}-label`}
          aria-busy={!hasFailed}
          className={inFlow ? styles.inFlow : styles.text}
        >
          <DocumentBody
            document={value}
            anchorPrefix={`${id}-`}
            figure={(attrs) => figureOf(attrs, props.pictures?.[attrs.file])}
          />
        </div>
      )}
      {hasFailed && (
        <p role="alert" className={styles.trouble}>
          The editor could not be loaded. Check your connection and reload the page.
        </p>
      )}
      <noscript>
        <p className={styles.trouble}>
          JavaScript is turned off in this browser. Turn it on to use the editor.
        </p>
      </noscript>
    </div>
  )
}

function useWritingArea() {
  const [Area, setArea] = useState<ComponentType<EditorProps>>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./writing-area.tsx').then(
      ({ WritingArea }) => setArea(() => WritingArea),
      () => setFailed(true),
    )
  }, [])
  return { Area, hasFailed }
}

function figureOf({ alt }: FigureAttrs, picture: EditorPicture | undefined) {
  return picture && <img {...picture} alt={alt} loading="lazy" />
}
