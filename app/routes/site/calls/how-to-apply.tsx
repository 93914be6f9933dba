import type { CallNow } from '#features/calls/call.ts'
import { FormLink, isOwnForm } from './form-link.tsx'

interface Props {
  call: CallNow
  /** Whether the page itself says how to nominate. */
  explainsNomination: boolean
}

/** The button that starts the form of a call, or what to do without one. */
export function HowToApply({ call, explainsNomination }: Props) {
  const { form, howToApply, state, subject } = call
  if (!form) return howToApply ? null : <WithoutForm {...{ subject, explainsNomination }} />
  if (state === 'open')
    return (
      <p>
        <FormLink form={form} isButton />
      </p>
    )
  return isOwnForm(form) ? (
    <p>
      <a href={form}>Read what the form asks for</a>
    </p>
  ) : null
}

function WithoutForm({ subject, explainsNomination }: Pick<CallNow, 'subject'> & Omit<Props, 'call'>) {
  const office = <a href="/contact-us">write to the office</a>
  return (
    <p>
      There is no online form for this call yet.{' '}
      {explainsNomination ? (
        <>
          Read <a href="#how-to-nominate">how to nominate</a>, or {office}.
        </>
      ) : (
        <>
          {subject === 'membership' ? 'To apply' : 'To nominate someone'}, {office}.
        </>
      )}
    </p>
  )
}
