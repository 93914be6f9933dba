import '#ui/foundations/tokens.css'
import '#ui/foundations/fonts.css'
import '#ui/foundations/base.css'
import { Button } from '#ui/form/button.tsx'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { emptyDocument, type RichText } from '#features/content/text/document.ts'
import { RichTextEditor } from '#features/content/editor/rich-text-editor.tsx'

/** The editor alone on a page, for journeys. Tests put in the text and read what would be saved. */
type Test = { initial?: RichText; saved?: RichText; put?: (document: RichText) => void; submitted?: number }

const test = globalThis as unknown as Test

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'
const picture = { src: dot, width: 320, height: 180 }

const pages = [
  { title: 'Awards', href: '/awards' },
  { title: 'Executive Council', href: '/iaps/executive-council' },
  { title: 'Constitution', href: '/iaps/constitution' },
]

function Page() {
  const [value, setValue] = useState<RichText>(test.initial ?? emptyDocument)
  useEffect(() => {
    test.put = setValue
  }, [])
  return (
    <main className="wrap">
      <h1>Editing</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          test.submitted = (test.submitted ?? 0) + 1
        }}
      >
        <RichTextEditor
          id="body"
          label="Text"
          value={value}
          onChange={(document) => {
            test.saved = document
            setValue(document)
          }}
          pages={pages}
          pictures={{ known: picture }}
          choosePicture={async () => ({ file: 'chosen', caption: 'Newton’s rings', picture })}
          chooseFile={async () => ({ href: '/files/f1/rules.pdf', name: 'Rules of 2020' })}
          onPastePicture={async ({ name }) =>
            name === 'refused.png' ? undefined : { file: 'pasted', alt: name, picture }
          }
        />
        <Button>Save</Button>
      </form>
    </main>
  )
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
