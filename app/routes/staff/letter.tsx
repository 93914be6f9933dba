import { data } from 'react-router'
import { readLetter } from '#features/mail/operations.server.ts'
import { configContext, dbContext, nowContext } from '#server/context.server.ts'
import { Moment } from '#ui/day.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { actorOf, allowReading } from './guard.server.ts'
import { StaffTitle } from './staff-title.tsx'
import styles from './letter.module.css'
import type { Route } from './+types/letter.ts'

/** One letter as it was written. Reading it is itself an entry of the audit trail, because it names a person. */
export async function loader(args: Route.LoaderArgs) {
  allowReading(args, 'routes/staff/letter')
  const { context, params } = args
  const office = context.get(configContext)
  const now = context.get(nowContext)
  const mail = await readLetter(context.get(dbContext), actorOf(args), params.id, office, now)
  if (!mail) throw data({ sentence: 'There is no such letter.' }, { status: 404 })
  return { mail }
}

const aboutLink = {
  none: undefined,
  shown: 'The link in this letter works for whoever has it. Hand it to nobody but the person it is for.',
  hidden: 'The link in this letter works only as it was mailed. It is not shown here.',
  over: 'The link in this letter was used or is over.',
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
      {aboutLink[mail.link] && (
        <Notice>
          <p>{aboutLink[mail.link]}</p>
        </Notice>
      )}
      {mail.text === '' && (
        <Notice>
          <p>What this letter said was cleared, as the settings say how long letters are kept.</p>
        </Notice>
      )}
      <pre className={styles.letter}>{mail.text}</pre>
    </>
  )
}
