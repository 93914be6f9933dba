import { isDefaultNewer } from '#features/letters/default-hash.server.ts'
import { listWordings } from '#features/letters/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { letterGroups } from './all-letters.ts'
import styles from './letters.module.css'
import type { Route } from './+types/letter-wordings.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/staff/letters/letter-wordings')
  const changed = await listWordings(db)
  return {
    groups: letterGroups.map(({ title, letters }) => ({
      title,
      letters: letters.map((letter) => {
        const { key, subject, when } = letter
        const own = changed.find(({ kind }) => kind === key)
        return {
          key,
          subject,
          when,
          changed: own,
          isToCompare: own && isDefaultNewer(letter, own.defaultHash),
        }
      }),
    })),
  }
}

export default function LetterWordings({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <>
      <StaffTitle title="Email templates" />
      <p>The emails this site sends automatically. Open a template to edit its text and see a preview.</p>
      {groups.map(({ title, letters }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul className={styles.list}>
            {letters.map(({ key, subject, when, changed, isToCompare }) => (
              <li key={key}>
                <a href={`/admin/letters/${key}`}>{subject}</a>
                <span>{when}</span>
                {changed && (
                  <span className={styles.changed}>
                    Changed <Moment at={new Date(changed.updated_at)} />
                    {changed.updatedBy && ` by ${changed.updatedBy}`}
                  </span>
                )}
                {isToCompare && <span className={styles.changed}>The default text may have changed</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
