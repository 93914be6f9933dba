import type { ReactNode } from 'react'
import { photograph } from '#features/forms/pieces.ts'
import { personFields } from '#features/people/person-fields.ts'
import { Button } from '#ui/form/button.tsx'
import { ChoicesField, Field, TextAreaField } from '#ui/form/field.tsx'
import type { ChangePart } from './parts.ts'

interface Props {
  /** As they are now. */
  values: Record<string, string>
  /** What was typed and refused. */
  typed: Record<string, string>
  errors: Record<string, string>
}

/** The form of each part. They are plain HTML: no script is loaded. */
export const changeForms: Record<ChangePart, (props: Props) => ReactNode> = {
  contact: ContactFields,
  choices: ChoiceFields,
  orcid: OrcidField,
  email: EmailFields,
  name: NameFields,
  institution: InstitutionFields,
  photograph: PhotographField,
  deletion: DeletionField,
}

/** The attributes of a field of the register. */
function shownIn({ values, typed, errors }: Props, name: keyof typeof personFields) {
  const { label, max } = personFields[name]
  return { name, label, maxLength: max, defaultValue: typed[name] ?? values[name], error: errors[name] }
}

function ContactFields({ values, typed, errors }: Props) {
  return (
    <form method="post" noValidate>
      <p>Only the office sees this. It changes as soon as you save it.</p>
      <input
        type="hidden"
        name="contactVersion"
        value={typed['contactVersion'] ?? values['contactVersion']}
      />
      <Field
        name="phone"
        label="Phone"
        type="tel"
        optional
        autoComplete="tel"
        defaultValue={typed['phone'] ?? values['phone']}
        error={errors['phone']}
      />
      <TextAreaField
        name="postalAddress"
        label="Postal address"
        optional
        rows={4}
        autoComplete="street-address"
        maxLength={500}
        defaultValue={typed['postalAddress'] ?? values['postalAddress']}
        error={errors['postalAddress']}
      />
      <Button>Save</Button>
    </form>
  )
}

const yesOrNo = (yes: string, no: string) => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
]

function ChoiceFields({ values, typed, errors }: Props) {
  return (
    <form method="post" noValidate>
      <ChoicesField
        name="listed"
        label="Public directory"
        hint="It shows your name, grade, discipline, institution and city, but never your contact details."
        choices={yesOrNo('List me', 'Do not list me')}
        chosen={[typed['listed'] ?? values['listed'] ?? 'no']}
        error={errors['listed']}
      />
      <ChoicesField
        name="newsletter"
        label="Newsletter"
        choices={yesOrNo('Send me the newsletter', 'Do not send me the newsletter')}
        chosen={[typed['newsletter'] ?? values['newsletter'] ?? 'no']}
        error={errors['newsletter']}
      />
      <Button>Save</Button>
    </form>
  )
}

function OrcidField({ values, typed, errors }: Props) {
  return (
    <form method="post" noValidate>
      <Field
        name="orcid"
        label="ORCID iD"
        hint="16 digits, such as 0000-0002-1825-0097. If you are a listed fellow, your public page shows it. Leave it empty to remove it."
        optional
        inputMode="text"
        defaultValue={typed['orcid'] ?? values['orcid']}
        error={errors['orcid']}
      />
      <Button>Save</Button>
    </form>
  )
}

function EmailFields(props: Props) {
  return props.values['newEmail'] === '' ? <NewEmailField {...props} /> : <CodeFields {...props} />
}

function NewEmailField({ values, typed, errors }: Props) {
  return (
    <form method="post" noValidate>
      <p>
        We email one code to {values['email']} and another one to the new address. You enter both here, so
        that nobody else can take over your page. If you can no longer read {values['email']},{' '}
        <a href="/contact-us">contact the office</a>.
      </p>
      <Field
        name="email"
        label="New email address"
        type="email"
        autoComplete="email"
        defaultValue={typed['email']}
        error={errors['email']}
      />
      <Button>Email me the codes</Button>
    </form>
  )
}

function CodeField({ name, email, error }: { name: string; email: string; error: string | undefined }) {
  return (
    <Field
      name={name}
      label={`Code from the email to ${email}`}
      width="short"
      autoCapitalize="characters"
      spellCheck={false}
      autoComplete="off"
      error={error}
    />
  )
}

function CodeFields({ values, errors }: Props) {
  const { email = '', newEmail = '' } = values
  return (
    <>
      <form method="post" action="?do=codes" noValidate>
        <p id="email">We have emailed a code to each address. They work for 30 minutes.</p>
        <CodeField name="oldCode" email={email} error={errors['oldCode']} />
        <CodeField name="newCode" email={newEmail} error={errors['newCode']} />
        <Button>Change my address</Button>
      </form>
      <form method="post" action="?do=cancel">
        <Button look="secondary">Keep {email}</Button>
      </form>
    </>
  )
}

const needsOffice = 'The office checks the change first. We will email you when the office has decided.'

function NameFields(props: Props) {
  return (
    <form method="post" noValidate>
      <p>{needsOffice} Your existing certificates will still show the former name.</p>
      <Field {...shownIn(props, 'title')} optional width="short" />
      <Field {...shownIn(props, 'givenName')} />
      <Field {...shownIn(props, 'familyName')} />
      <Button>Send to the office</Button>
    </form>
  )
}

function InstitutionFields(props: Props) {
  return (
    <form method="post" noValidate>
      <p>{needsOffice}</p>
      <Field {...shownIn(props, 'institution')} width="full" />
      <Field {...shownIn(props, 'city')} optional />
      <Field {...shownIn(props, 'state')} optional />
      <Button>Send to the office</Button>
    </form>
  )
}

function PhotographField({ values, errors }: Props) {
  const { name, label, hint, types } = photograph
  const hasPage = values['hasPage'] === 'yes'
  if (!hasPage) return <p>Only fellows and associate fellows have a public page with a photograph.</p>
  return (
    <>
      <form method="post" encType="multipart/form-data" noValidate>
        <p>
          {needsOffice} If the office approves it, your public page shows the photograph while you are listed.
          Until the office decides, only you and the office see it.
        </p>
        {values['waitingPhotograph'] === 'yes' && (
          <p>
            <a href="/my-page/photograph/waiting">The photograph that you have sent</a> is waiting for the
            office. If you send another one, it replaces that one.
          </p>
        )}
        <Field
          type="file"
          {...{ name, label }}
          {...(hint && { hint })}
          accept={types.map((type) => `image/${type}`).join(',')}
          error={errors[name]}
        />
        <Button>Send to the office</Button>
      </form>
      {values['publicPhotograph'] === 'yes' && (
        <form method="post" action="?do=remove">
          <h2>Remove your photograph</h2>
          <p>
            Your public page will no longer show a photograph. The office does not need to approve this. You
            can send another photograph later.
          </p>
          <Button look="secondary">Remove photograph</Button>
        </form>
      )}
    </>
  )
}

function DeletionField({ typed, errors }: Props) {
  return (
    <form method="post" noValidate>
      <p>
        You can ask us to delete what we hold about you. The office checks whether a rule of the Academy or an
        open case prevents it, and emails you. After the deletion you are no longer in the register, and your
        certificates can no longer be checked.
      </p>
      <TextAreaField
        name="reason"
        label="Reason"
        optional
        rows={3}
        maxLength={500}
        defaultValue={typed['reason']}
        error={errors['reason']}
      />
      <Button>Ask for deletion</Button>
    </form>
  )
}
