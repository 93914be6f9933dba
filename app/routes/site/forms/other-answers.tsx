import { ShownAnswer } from '#features/forms/shown-answers.tsx'
import { Button } from '#ui/form/button.tsx'
import type { ShownOther } from './saving/shown-merge.ts'
import styles from './other-answers.module.css'

interface Props {
  question: { name: string; label: string }
  others: ShownOther[]
}

/** Answers that another page or device saved to a question, beside the one in its field. */
export function OtherAnswers({ question: { name, label }, others }: Props) {
  return others.map(({ id, savedAt, shown }) => (
    <section key={id} className={styles.other} aria-label={`Another answer: ${label}`}>
      <p className={styles.title}>Another tab or device saved a different answer</p>
      <p className={styles.small}>{savedAt}. Both answers are saved until you choose one.</p>
      <div className={styles.answer}>
        <ShownAnswer shown={shown} />
      </div>
      <div className={styles.buttons}>
        <Button look="secondary" name="choose" value={`${name}:${id}:use`}>
          Use this answer
        </Button>
        <Button look="secondary" name="choose" value={`${name}:${id}:leave`}>
          Keep the answer in the field
        </Button>
      </div>
    </section>
  ))
}
