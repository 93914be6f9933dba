import { data } from 'react-router'
import { readLetter } from '#features/mail/operations.server.ts'
import { dbContext, nowContext } from '#server/context.server.ts'
import { Moment } from '#ui/day.tsx'
import { Facts } from '#ui/facts.tsx'
import { actorOf, allowReading } from './guard.server.ts'
import { StaffTitle } from './staff-title.tsx'
import styles from './letter.module.css'
import type { Route } from './+types/letter.ts'

/** One letter as it was written. Reading it is itself an entry of the audit trail, because it names a person. */
export async function loader(args: Route.LoaderArgs) {
  allowReading(args, 'routes/staff/letter')
  const { context, params } = args
  const mail = await readLetter(context.get(dbContext), actorOf(args), params.id, context.get(nowContext))
  if (!mail) throw data({ sentence: 'There is no such letter.' }, { status: 404 })
  const { to, subject, date, text } = mail
  return { mail: { to, subject, date, text } }
}

export default function Letter({ loaderData: { mail } }: Route.ComponentProps) {
  return (
    <>
      <StaffTitle title={mail.subject} back={{ href: '/admin/mail', label: 'Mail' }} />
      <Facts
        facts={[
          { label: 'To', value: mail.to },
          { label: 'Written', value: <Moment at={mail.date} /> },
        ]}
      />
      <pre className={styles.letter}>{mail.text}</pre>
    </>
  )
}
