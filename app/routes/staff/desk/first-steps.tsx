import { firstSteps, isUnfinished, type FirstStep, type StepsDone } from '#features/first-steps/steps.ts'
import styles from './first-steps.module.css'

/** What is left of the first hour of a new site. It disappears when everything is done. */
export function FirstSteps({ done }: { done: StepsDone }) {
  if (!isUnfinished(done)) return null
  const steps = Object.entries(firstSteps) as [FirstStep, (typeof firstSteps)[FirstStep]][]
  const count = steps.filter(([name]) => done[name]).length
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">Set up your site</h2>
      <p>{`${count} of ${steps.length} steps done. This list disappears when all steps are done.`}</p>
      <ol className={styles.steps}>
        {steps.map(([name, { label, href }]) => (
          <li key={name} data-done={done[name]}>
            <span className={styles.mark} aria-hidden="true">
              {done[name] ? '✓' : ''}
            </span>
            {done[name] ? (
              <span>
                {label} <span className="visually-hidden">(done)</span>
              </span>
            ) : (
              <a href={href}>{label}</a>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
