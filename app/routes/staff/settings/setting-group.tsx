import type { settingGroups } from '#features/settings/declared.ts'
import { ChoicesField, Field, TextAreaField } from '#ui/form/field.tsx'
import { FeeTable } from './fee-table.tsx'
import type { SettingPicture } from '#features/media/setting-pictures.server.ts'
import { PictureSetting } from './picture-setting.tsx'
import styles from './settings.module.css'

type Group = (typeof settingGroups)[number]
type Setting = Group['fields'][number]

type Props = {
  group: Group
  typed: Record<string, string>
  errors: Record<string, string>
  pictures: SettingPicture[]
}

/** A few settings under one heading, each with the control for its kind. */
export function SettingGroup({ group: { title, note, fields }, typed, errors, pictures }: Props) {
  const id = `group-${fields[0]?.name}`
  const isFees = fields[0]?.kind === 'fee'
  return (
    <section className={styles.group} data-wide={isFees || undefined} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      {isFees ? (
        <FeeTable labelledBy={id} typed={typed} errors={errors} />
      ) : (
        <div>
          {fields.map((field) => (
            <SettingField
              key={field.name}
              field={field}
              value={typed[field.name] ?? ''}
              error={errors[field.name]}
              pictures={pictures}
            />
          ))}
        </div>
      )}
    </section>
  )
}

type FieldProps = {
  field: Setting
  value: string
  error: string | undefined
  pictures: SettingPicture[]
}

function SettingField({ field, value, error, pictures }: FieldProps) {
  const { name, label, hint, kind } = field
  const shared = { name, label, hint, error }
  switch (kind) {
    case 'picture':
      return <PictureSetting {...{ name, label, hint, error, value, pictures }} />
    case 'yes-no':
      return <ChoicesField {...shared} choices={yesNo} chosen={[value]} />
    case 'text':
      return <TextAreaField {...shared} rows={3} defaultValue={value} />
    case 'day':
      return <Field {...shared} type="date" width="short" defaultValue={value} />
    case 'indian-time':
      // A field of this type shows nothing if there is a space before the time.
      return <Field {...shared} type="datetime-local" width="medium" defaultValue={value.replace(' ', 'T')} />
    case 'count':
      return (
        <Field {...shared} type="number" min={field.min} max={field.max} width="short" defaultValue={value} />
      )
    case 'age':
      return <Field {...shared} type="number" min={10} max={99} width="short" defaultValue={value} />
    case 'mail-address':
      return <Field {...shared} type="email" width="full" defaultValue={value} />
    case 'web-address':
      return <Field {...shared} type="url" width="full" defaultValue={value} />
    default:
      return <Field {...shared} width="full" defaultValue={value} />
  }
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
