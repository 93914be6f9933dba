import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '#db/schema/tables.ts'
import type { Settings } from '#features/settings/declared.ts'
import { firstStepLetters } from './letters.ts'
import type { StepsDone } from './steps.ts'

/** What of the first steps is done, read from the site itself: nobody ticks anything off. */
export async function readFirstSteps(
  db: Db,
  { smtpUrl, hasFactor }: { smtpUrl: string | undefined; hasFactor: boolean },
): Promise<StepsDone> {
  const found = await db
    .selectNoFrom((eb) => [
      // A new site has the setting from the start, so what counts is that someone of the staff saved it.
      eb
        .exists(
          eb
            .selectFrom('setting')
            .innerJoin('audit_entry', 'audit_entry.at', 'setting.updated_at')
            .select('setting.name')
            .where('setting.name', '=', 'societyName')
            .where('audit_entry.action', '=', 'settings.changed')
            .where('audit_entry.actor', 'like', 'staff:%'),
        )
        .as('name'),
      eb.and([isSet(eb, 'email'), isSet(eb, 'postalAddress')]).as('contact'),
      eb
        .exists(
          eb
            .selectFrom('mail')
            .select('id')
            .where('kind', '=', firstStepLetters.test.key)
            .where('sent_at', 'is not', null)
            .where('bounced_at', 'is', null),
        )
        .as('mail'),
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('entry')
              .select('id')
              .where('kind', '=', 'council-term')
              .where('live_version', 'is not', null)
              .where('sample_at', 'is', null),
          ),
          eb.exists(
            eb
              .selectFrom('body')
              .select('id')
              .where('kind', '=', 'council')
              .where('public_at', 'is not', null),
          ),
        ])
        .as('council'),
      eb
        .or([
          eb.exists(eb.selectFrom('entry').select('id').where('sample_at', 'is not', null)),
          eb.exists(eb.selectFrom('person').select('id').where('sample_at', 'is not', null)),
        ])
        .as('samples'),
      eb
        .exists(
          eb
            .selectFrom('backup')
            .select('id')
            .where('drilled_at', 'is not', null)
            .where('drill_problem', 'is', null),
        )
        .as('backup'),
    ])
    .executeTakeFirstOrThrow()
  return {
    name: Boolean(found.name),
    contact: Boolean(found.contact),
    mail: smtpUrl !== undefined && Boolean(found.mail),
    factor: hasFactor,
    council: Boolean(found.council),
    samples: !found.samples,
    backup: Boolean(found.backup),
  }
}

function isSet(eb: ExpressionBuilder<Tables, never>, name: keyof Settings) {
  return eb.exists(
    eb.selectFrom('setting').select('name').where('name', '=', name).where('value', '<>', '""'),
  )
}
