import { data } from 'react-router'
import { contactFields } from '#features/people/contacts/contact-fields.ts'
import { contactForm } from '#features/people/contacts/form.ts'
import { saveContact } from '#features/people/contacts/operations.server.ts'
import { givenToStaff, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { differingFields, labelsOf, refuse, refuseConflict } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'

const onlyOffice = {
  sentence:
    'Only administrators and members of a body that works on cases can see or change contact details.',
}
const nobody = { sentence: 'There is no person at this address in the register.' }

export async function changeContact(args: RouteArgs, id: string, mayChange: boolean) {
  const { db, actor, now } = givenToStaff(args)
  if (!mayChange) throw data(onlyOffice, { status: 403 })
  const form = await readForm(args.request, contactForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { contactVersion, ...values } = form.answers
  const outcome = await saveContact(db, actor, { personId: id, version: contactVersion, ...values }, now)
  if (outcome.ok) return redirectWithFlash(args, `/editor/people/${id}`, { key: 'person-contact-saved' })
  if (outcome.reason === 'not-found') throw data(nobody, { status: 404 })
  const { version, email, phone, postalAddress } = outcome.current
  return refuseConflict(
    { conflict: 'Someone else saved changes to the contact details since you opened the page.' },
    form.typed,
    {
      differing: differingFields(labelsOf(contactFields), form.typed, { email, phone, postalAddress }),
      version,
    },
  )
}
