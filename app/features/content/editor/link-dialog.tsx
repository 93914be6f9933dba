import { useState } from 'react'
import { pathOnSite } from '#features/content/addresses/own-addresses.ts'
import { Field } from '#ui/form/field.tsx'
import { fullAddress } from './address.ts'
import { EditorDialog } from './editor-dialog.tsx'
import type { Pages } from './found-pages.tsx'
import { PageFinder } from './page-finder.tsx'

type Props = {
  id: string
  href: string | undefined
  /** Nothing is selected, so the dialog also asks for the words of the link. */
  needsWords: boolean
  pages: Pages
  onSave: (href: string, words: string) => void
  onRemove: () => void
  onClose: () => void
}

export function LinkDialog({ id, href, needsWords, pages, onSave, onRemove, onClose }: Props) {
  const [address, setAddress] = useState(href ?? '')
  const [words, setWords] = useState('')
  const [error, setError] = useState<string>()
  const isNew = href === undefined

  const save = () => {
    const full = fullAddress(address)
    // An internal link survives a move of the site if its address does not name the site.
    const href = full && (pathOnSite(full, location.origin) ?? full)
    if (href) onSave(href, words.trim() || href)
    else setError('Enter an address that starts with /, #, https:, http: or mailto:, or choose a page.')
  }

  return (
    <EditorDialog
      title={isNew ? 'Add a link' : 'Edit the link'}
      action={isNew ? 'Add link' : 'Save link'}
      onAction={save}
      removal={isNew ? undefined : { label: 'Remove link', onRemove }}
      onClose={onClose}
    >
      <PageFinder
        id={id}
        pages={pages}
        onChoose={({ href: chosen, title }) => {
          setAddress(chosen)
          setError(undefined)
          if (!words) setWords(title)
        }}
      />
      <Field
        id={`${id}-address`}
        name="address"
        label="Address"
        hint="A page of this site such as /awards, a web address or an email address."
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
      />
      {needsWords && (
        <Field
          id={`${id}-words`}
          name="words"
          label="Link text"
          hint="The text readers click."
          optional
          dir="auto"
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
    </EditorDialog>
  )
}
