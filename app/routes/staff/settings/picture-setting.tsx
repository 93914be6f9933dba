import { useState, type ComponentType } from 'react'
import type { MediaPicker } from '#features/media/picker-on-demand.tsx'
import type { SettingPicture } from '#features/media/setting-pictures.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Remarks, SelectField } from '#ui/form/field.tsx'
import { useHasScripts } from '#ui/script/use-has-scripts.ts'
import styles from './settings.module.css'

type Props = {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  value: string
  /** The newest of the library, and the one that is chosen. */
  pictures: SettingPicture[]
}

/** A picture of the library: chosen in the dialog of the editor, or in a list if there are no scripts. */
export function PictureSetting(props: Props) {
  const { pictures, value, ...field } = props
  if (useHasScripts()) return <PictureChooser {...props} />
  const choices = pictures.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SelectField {...field} defaultValue={value} choices={[{ value: '', label: 'No picture' }, ...choices]} />
  )
}

function PictureChooser({ name, label, hint, error, value, pictures }: Props) {
  const [chosen, setChosen] = useState(pictures.find(({ id }) => id === value))
  const [Picker, setPicker] = useState<ComponentType<Parameters<typeof MediaPicker>[0]>>()
  const [fault, setFault] = useState<string>()
  /** Its script is loaded now: otherwise every page of the staff area would have it. */
  const open = async () => {
    setFault(undefined)
    try {
      const loaded = await import('#features/media/picker-on-demand.tsx')
      setPicker(() => loaded.MediaPicker)
    } catch {
      setFault('We could not open the media library. Check your connection and try again.')
    }
  }
  return (
    <div
      className={styles.picture}
      role="group"
      aria-labelledby={`${name}-label`}
      aria-describedby={hint && `${name}-hint`}
    >
      <span id={`${name}-label`}>{label}</span>
      <Remarks id={name} hint={hint} error={fault ?? error} />
      <input type="hidden" name={name} value={chosen?.id ?? ''} />
      <div>
        {chosen?.thumb && <img {...chosen.thumb} alt="" />}
        {chosen && <span>{chosen.name}</span>}
        <Button id={name} type="button" look="secondary" onClick={() => void open()}>
          {chosen ? 'Choose another' : 'Choose a picture'}
        </Button>
        {chosen && (
          <Button type="button" look="quiet" onClick={() => setChosen(undefined)}>
            Remove the picture
          </Button>
        )}
      </div>
      {Picker && (
        <Picker
          kind="picture"
          onChoose={([file]) => setChosen(file)}
          onClose={() => {
            setPicker(undefined)
            // The dialog is gone by then, and nothing else has the focus.
            requestAnimationFrame(() => document.getElementById(name)?.focus())
          }}
        />
      )}
    </div>
  )
}
