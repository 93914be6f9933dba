import { capabilityLabels } from '#features/bodies/body.ts'
import type { CaseScope, Grant } from '#features/bodies/capabilities.server.ts'
import { disciplineChoices, fieldValue } from '#features/bodies/discipline-choices.ts'
import { Button } from '#ui/form/button.tsx'
import { SelectField, TicksField } from '#ui/form/field.tsx'

interface BodyGrantsProps {
  grants: Grant[]
  scope: CaseScope
  calls: { id: string; title: string }[]
}

/** What the members may do in casework while their terms last, and for which cases. */
export function BodyGrants({ grants, scope, calls }: BodyGrantsProps) {
  const office = grants.find(({ capability }) => capability === 'office')
  return (
    <section aria-labelledby="capabilities">
      <h2 id="capabilities">What the members may do</h2>
      <p>
        Only “Office” lets members work on cases. Chairs, council and auditors can read the statistics. This
        site has no reviews, ballots or decisions by the council yet, so reviewers and tellers do not get
        additional pages.
      </p>
      <p>
        This applies to members with a staff account, from the first to the last day of their term. Nobody can
        open a case that names them.
      </p>
      <form method="post" action="?do=grants">
        <TicksField
          name="may"
          label="Members may act as"
          choices={Object.entries(capabilityLabels).map(([value, label]) => ({ value, label }))}
          ticked={grants.map(({ capability }) => capability)}
        />
        <SelectField
          name="cases"
          label="Cases that the office works on"
          choices={caseChoices}
          defaultValue={office?.caseType ?? ''}
        />
        {calls.length > 0 && (
          <TicksField
            name="call"
            label="Only cases of these calls"
            hint="Tick none if the office works on the cases of all calls."
            choices={calls.map(({ id, title }) => ({ value: id, label: title }))}
            ticked={scope.calls}
          />
        )}
        <TicksField
          name="discipline"
          label="Only cases in these disciplines"
          hint="Tick none if the office works on all disciplines. The main discipline of the nominee or applicant counts."
          choices={disciplineChoices}
          ticked={scope.disciplines.map(fieldValue)}
        />
        <Button>Save what members may do</Button>
      </form>
    </section>
  )
}

const caseChoices = [
  { value: '', label: 'All cases' },
  { value: 'fellow', label: 'Nominations of Fellows' },
  { value: 'associate-fellow', label: 'Nominations of Associate Fellows' },
  { value: 'award', label: 'Nominations for awards' },
  { value: 'membership', label: 'Applications for membership' },
]
