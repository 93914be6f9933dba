import { letterKinds, type LetterKind } from '#features/letters/kinds.ts'
import { letterGroups } from '#features/letters/rule.ts'
import { listWordings } from '#features/letters/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import styles from './letters.module.css'
import type { Route } from './+types/letter-wordings.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/staff/letters/letter-wordings')
  return { changed: await listWordings(db) }
}

export default function LetterWordings({ loaderData: { changed } }: Route.ComponentProps) {
  const kinds = Object.entries(letterKinds) as [LetterKind, (typeof letterKinds)[LetterKind]][]
  return (
    <>
      <StaffTitle title="Email templates" />
      <p>The emails this site sends automatically. Open a template to edit its text and see a preview.</p>
      {letterGroups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul className={styles.list}>
            {kinds
              .filter(([, rule]) => rule.group === group)
              .map(([kind, rule]) => {
                const own = changed.find((one) => one.kind === kind)
                return (
                  <li key={kind}>
                    <a href={`/admin/letters/${kind}`}>{rule.subject}</a>
                    <span>{rule.when}</span>
                    {own && (
                      <span className={styles.changed}>
                        Changed <Moment at={new Date(own.updated_at)} />
                        {own.updatedBy && ` by ${own.updatedBy}`}
                      </span>
                    )}
                  </li>
                )
              })}
          </ul>
        </section>
      ))}
    </>
  )
}
