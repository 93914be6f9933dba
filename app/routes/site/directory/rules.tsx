import { listPublicRulebooks, type PublicRulebook } from '#features/rulebook/queries.server.ts'
import { officeDay } from '#office-time.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { Day, Days } from '#ui/foundations/day.tsx'
import type { Route } from './+types/rules.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/directory/rules')
  return { rulebooks: (await listPublicRulebooks(db)).map(toShownRulebook) }
}

function toShownRulebook({ slug, name, number, publishedAt, note, rules }: PublicRulebook) {
  return { slug, name, number, publishedOn: officeDay(publishedAt), note, rules }
}

/** The rules in force, from the same rows by which nominations are judged. */
export default function Rules({ loaderData: { rulebooks } }: Route.ComponentProps) {
  return (
    <SitePage
      title="Rules for elections"
      lead="The rules by which the Academy judges nominations, clause by clause."
    >
      {rulebooks.length === 0 && <p>The Academy has not published rules here yet.</p>}
      {rulebooks.map((rulebook) => (
        <Rulebook key={rulebook.slug} {...rulebook} />
      ))}
    </SitePage>
  )
}

function Rulebook({ slug, name, number, publishedOn, note, rules }: ReturnType<typeof toShownRulebook>) {
  return (
    <section aria-labelledby={slug}>
      <h2 id={slug}>{name}</h2>
      {rules.map(({ clause, words, from, to }) => (
        <section key={clause}>
          <h3>{clause}</h3>
          <p>
            {words} <Validity from={from} to={to} />
          </p>
        </section>
      ))}
      <p>
        Version {number}, in force since <Day date={publishedOn} />.{note && ` ${note}`}
      </p>
    </section>
  )
}

function Validity({ from, to }: { from: string | null; to: string | null }) {
  if (from !== null && to !== null)
    return (
      <>
        (<Days from={from} to={to} />)
      </>
    )
  if (from !== null)
    return (
      <>
        (from <Day date={from} />)
      </>
    )
  return to === null ? null : (
    <>
      (until <Day date={to} />)
    </>
  )
}
