import { applicationCategories } from '#features/memberships/form.ts'
import { callsOn } from '#features/calls/call.ts'
import { listPublicCalls } from '#features/calls/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { Prose } from '#ui/text/prose.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { CallsSection } from '#routes/site/calls/calls-section.tsx'
import { feeSentence, feesOf } from '#routes/site/forms/fees.ts'
import { SectionPage } from './section-page.tsx'
import { readSectionText } from './section-text.server.ts'
import type { Route } from './+types/membership-section.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/pages/membership-section')
  const { context, url } = args
  const settings = await readSettings(db)
  return {
    text: await readSectionText(context, url.pathname),
    calls: callsOn(await listPublicCalls(db, now, settings), url.pathname),
    fees: feesOf(settings),
  }
}

export default function MembershipSection({ loaderData: { text, calls, fees } }: Route.ComponentProps) {
  return (
    <SectionPage text={text}>
      {/* Without a call one can join at any time. */}
      {Object.values(calls).flat().length > 0 && (
        <CallsSection title="Calls for applications" calls={calls} />
      )}
      <Prose>
        <h2 id="classes">Classes and fees</h2>
        <ul>
          {Object.values(applicationCategories).map((name) => (
            <li key={name}>{withFees(name, fees)}</li>
          ))}
        </ul>
        <p>{feeSentence(fees)}</p>
      </Prose>
    </SectionPage>
  )
}

function withFees(name: string, fees: ReturnType<typeof feesOf>) {
  const own = fees.filter((fee) => fee.name === name).map(({ where, fee }) => `${where} ${fee}`)
  return own.length > 0 ? `${name}: ${own.join('; ')}` : name
}
