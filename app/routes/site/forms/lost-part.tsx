import type { TypedFields } from '#features/forms/fields.ts'
import { Button } from '#ui/form/button.tsx'
import { FormPage, type FormHeading } from './form-page.tsx'
import type { SeenFields } from './saving/read-controls.ts'
import type { ShownMerge } from './saving/shown-merge.ts'
import styles from './part.module.css'

/** The page again: what needs correcting, what was typed and what the page showed. */
export interface RefusedPart {
  errors: Record<string, string>
  typed?: TypedFields
  seen?: SeenFields
  merge?: ShownMerge
  lost?: [label: string, text: string][]
}

interface LostProps {
  about: FormHeading
  refused: RefusedPart
  isTakenOver: boolean | undefined
}

/** There is no draft to save it in, so what was typed is shown: to copy, or to save when there is one again. */
export function LostPart({
  about,
  refused: { errors, typed = {}, seen, lost = [] },
  isTakenOver,
}: LostProps) {
  const title = isTakenOver ? 'This form is open on another device' : 'This form no longer exists'
  return (
    <FormPage about={about} title={title} errors={errors} back={about.back}>
      <dl id="form" className={styles.lost} tabIndex={-1}>
        {lost.map(([label, text], at) => (
          // oxlint-disable-next-line react/no-array-index-key -- Two rows may say the same.
          <div key={at}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {isTakenOver && (
        <form method="post">
          {Object.entries(typed).map(([name, text]) => (
            <input key={name} type="hidden" name={name} value={text} />
          ))}
          {seen && <input type="hidden" name="seen" value={JSON.stringify(seen)} />}
          <Button name="go" value="list">
            Save again
          </Button>
        </form>
      )}
    </FormPage>
  )
}
