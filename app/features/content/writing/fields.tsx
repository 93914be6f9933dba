import { officeTime, readOfficeTime } from '#office-time.ts'
import type { RichText } from '#features/content/text/document.ts'
import type { EditorProps } from '#features/content/editor/editor-props.ts'
import { RichTextEditor } from '#features/content/editor/rich-text-editor.tsx'
import type { Field } from '#features/content/kinds/field.ts'
import { emptyText, type Values } from '#features/content/entry/values.ts'
import { Field as LineField, SelectField, TextAreaField } from '#ui/form/field.tsx'
import { FieldNotes } from './field-notes.tsx'
import { FileField } from './file-field.tsx'
import { ListField } from './list/list-field.tsx'
import type { EditingContext, FieldProps } from './editing-context.ts'
import styles from './fields.module.css'

type Props = {
  fields: Field[]
  values: Values
  /** The prefix of these field names: empty, or the position of an item such as `seats.2.`. */
  path?: string
  context: EditingContext
  /** Makes items of a whole document that was pasted into a text of one. */
  onDocument?: EditorProps['onPasteDocument'] | undefined
}

/** The fields of an entry, or of an item inside it, one under the other. */
export function Fields({ fields, values, path = '', context, onDocument }: Props) {
  return fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      path={`${path}${field.name}`}
      value={values[field.name]}
      context={context}
      onDocument={onDocument}
    />
  ))
}

function OneField({ field, path, value, context, onDocument }: FieldProps & Pick<Props, 'onDocument'>) {
  const { label, hint } = field
  const error = context.errors[path]
  const shared = { name: path, label, error, ...(hint && { hint }) }
  const text = typeof value === 'string' ? value : ''
  const change = (next: unknown) => context.change(path, next)
  switch (field.control) {
    case 'line':
      return <LineField {...shared} width="full" value={text} onChange={(e) => change(e.target.value)} />
    case 'paragraph':
      return <TextAreaField {...shared} rows={3} value={text} onChange={(e) => change(e.target.value)} />
    case 'lines':
      return (
        <TextAreaField
          {...shared}
          rows={3}
          value={((value as string[] | undefined) ?? []).join('\n')}
          onChange={(e) => change(e.target.value === '' ? undefined : e.target.value.split('\n'))}
        />
      )
    case 'day':
      return (
        <LineField
          {...shared}
          type="date"
          width="short"
          value={text}
          onChange={(e) => change(e.target.value || undefined)}
        />
      )
    case 'moment':
      return (
        <LineField
          {...shared}
          type="datetime-local"
          value={typeof value === 'number' ? officeTime(value).replace(' ', 'T') : ''}
          onChange={(e) => change(readOfficeTime(e.target.value))}
        />
      )
    case 'number':
      return (
        <LineField
          {...shared}
          type="number"
          width="short"
          value={typeof value === 'number' ? value : ''}
          onChange={(e) => change(e.target.value === '' ? undefined : Number(e.target.value))}
        />
      )
    case 'yes-no':
      return (
        <SelectField
          {...shared}
          value={value ? 'yes' : ''}
          choices={[
            { value: '', label: 'No' },
            { value: 'yes', label: 'Yes' },
          ]}
          onChange={(e) => change(e.target.value === 'yes' || undefined)}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...shared}
          value={text}
          choices={[{ value: '', label: 'Not chosen' }, ...choicesOf(field.choices)]}
          onChange={(e) => change(e.target.value || undefined)}
        />
      )
    case 'entry':
    case 'record':
      return (
        <SelectField
          {...shared}
          value={text}
          choices={[
            { value: '', label: 'None' },
            ...(context.entries[field.control === 'entry' ? field.kind : field.of] ?? []),
          ]}
          onChange={(e) => change(e.target.value || undefined)}
        />
      )
    case 'picture':
    case 'download':
      return <FileField {...{ field, path, value, context }} />
    case 'rich-text':
      return (
        <div className={styles.text}>
          <RichTextEditor
            // An editor holds its own text: when something else has changed it, it starts again.
            key={context.generations[path.split('.')[0] ?? ''] ?? 0}
            id={path}
            label={label}
            isPart={onDocument !== undefined}
            value={(value as RichText | undefined) ?? emptyText}
            onChange={change}
            onReady={context.onReady}
            pages={context.findPages}
            pictures={context.editorPictures}
            choosePicture={context.choosePicture}
            chooseFile={context.chooseFile}
            {...(context.takePicture && { onPastePicture: context.takePicture })}
            {...(onDocument && { onPasteDocument: onDocument })}
            {...(error && { describedBy: `${path}-error`, isInvalid: true })}
          />
          <FieldNotes error={error} errorId={`${path}-error`} />
        </div>
      )
    case 'group':
      return (
        <fieldset className={styles.group} id={path}>
          <legend>{label}</legend>
          <FieldNotes hint={hint} />
          <Fields
            fields={field.fields}
            values={(value as Values | undefined) ?? {}}
            path={`${path}.`}
            context={context}
          />
        </fieldset>
      )
    case 'list':
      return (
        <ListField
          {...{ field, path, value, context }}
          draw={(some, item, itemPath, onDocument) => (
            <Fields fields={some} values={item} path={itemPath} {...{ context, onDocument }} />
          )}
        />
      )
  }
}

function choicesOf(choices: Record<string, string>) {
  return Object.entries(choices).map(([value, label]) => ({ value, label }))
}
