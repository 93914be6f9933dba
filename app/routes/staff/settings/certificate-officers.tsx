import { data } from 'react-router'
import { officersForm, slotForm } from '#features/certificates/form.ts'
import {
  addSignature,
  listOfficers,
  removeSignature,
  saveOfficers,
  shownHashOfOfficers,
  type SigningOfficer,
} from '#features/certificates/officers.server.ts'
import { readUpload } from '#server/files/upload.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { begin, given } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import {
  differingFields,
  expectNoQuery,
  refuse,
  refuseConflict,
  unlessWrong,
  unknownAction,
} from '#routes/request/answers.server.ts'
import { ConflictTable } from '#ui/list/conflict-table.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { ShownHashInput } from './shown-hash-input.tsx'
import type { Route } from './+types/certificate-officers.ts'
import styles from './settings.module.css'

const route = 'routes/staff/settings/certificate-officers'
const page = '/admin/settings/officers'
const maxBytes = 5 * 1024 * 1024

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  expectNoQuery(args.url)
  const officers = await listOfficers(db)
  return { officers, shownHash: shownHashOfOfficers(officers) }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  switch (args.url.searchParams.get('do')) {
    case 'officers':
      return save(args)
    case 'signature-1':
      return add(args, 1)
    case 'signature-2':
      return add(args, 2)
    case 'remove':
      return remove(args)
    default:
      throw data({ sentence: unknownAction }, { status: 400 })
  }
}

async function save(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const form = await readForm(args.request, officersForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { name1, office1, name2, office2, shownHash } = form.answers
  const named = { 1: { name: name1, office: office1 }, 2: { name: name2, office: office2 } }
  const outcome = await saveOfficers(db, actor, { named, shownHash }, now)
  if (outcome.ok) return redirectWithFlash(args, page, { key: 'officers-saved' })
  const differing = differingFields(fieldLabels, form.typed, toTyped(outcome.current))
  return refuseConflict({ conflict: conflictSentence }, form.typed, {
    differing,
    version: shownHashOfOfficers(outcome.current),
  })
}

const conflictSentence = 'Someone else changed the officers or their signatures since you opened the page.'

const fieldLabels: [name: string, label: string][] = [
  ['name1', 'First officer: name'],
  ['office1', 'First officer: office'],
  ['name2', 'Second officer: name'],
  ['office2', 'Second officer: office'],
]

function toTyped(officers: SigningOfficer[]): Record<string, string> {
  return Object.fromEntries(
    officers.flatMap(({ slot, name, office }) => [
      [`name${slot}`, name],
      [`office${slot}`, office],
    ]),
  )
}

/** The address names the officer, so that the error about a file that we could not read is at the right field. */
async function add(args: Route.ActionArgs, slot: 1 | 2) {
  const { db, actor, now } = given(args)
  const upload = await readUpload(args.request, ['shownHash'], maxBytes)
  if (!upload.ok) return refuse(400, { [`file${slot}`]: upload.sentence })
  const { shownHash = '' } = upload.typed
  const outcome = await addSignature(db, actor, { slot, scan: upload.bytes, shownHash }, now)
  if (outcome.ok) return redirectWithFlash(args, page, { key: 'signature-added' })
  const field = outcome.reason === 'no-officer' ? 'name' : 'file'
  return refuse(409, { [`${field}${slot}`]: refusals[outcome.reason] })
}

async function remove(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { slot, shownHash } = unlessWrong(await readForm(args.request, slotForm))
  const outcome = await removeSignature(db, actor, { slot, shownHash }, now)
  if (outcome.ok) return redirectWithFlash(args, page, { key: 'signature-removed' })
  // An officer whom someone has removed has a name field and no file field.
  return refuse(409, { [`name${slot}`]: removalRefusals[outcome.reason] })
}

const refusals = {
  unreadable: 'We could not read this picture. Upload a JPEG or PNG file.',
  'too-high': 'The picture is taller than it is wide. Crop it to the signature.',
  'no-officer': 'Someone removed this officer. Enter the name first.',
  conflict: `${conflictSentence} Check the name above, then choose the file again.`,
}

const removalRefusals = {
  'no-signature': 'Someone has already removed this signature.',
  conflict: `${conflictSentence} Check whose signature this is, then try again.`,
}

const which = { 1: 'First officer', 2: 'Second officer' }

export default function SigningOfficers({ loaderData, actionData }: Route.ComponentProps) {
  const { officers, shownHash } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  const conflict = actionData?.conflict
  return (
    <>
      <StaffTitle
        title="Certificate signatures"
        hasErrors={Boolean(actionData)}
        back={{ href: '/admin/settings', label: 'Settings' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      {conflict && (
        <ConflictTable differing={conflict.differing}>
          Your changes are not saved yet, but they are still in the form below. Copy what you need from the
          saved version, then save.
        </ConflictTable>
      )}
      <p>
        Certificates show these officers below the text. Certificates that are already issued do not change.
      </p>
      <form method="post" action="?do=officers" noValidate>
        <ShownHashInput
          value={
            conflict?.version ?? (Object.hasOwn(typed, 'name1') ? (typed['shownHash'] ?? '') : shownHash)
          }
        />
        {officers.map(({ slot, name, office }) => (
          <section key={slot} className={styles.group} aria-labelledby={`officer-${slot}`}>
            <div>
              <h2 id={`officer-${slot}`}>{which[slot]}</h2>
            </div>
            <div>
              <Field
                name={`name${slot}`}
                label="Name"
                hint="As it should be printed. Leave empty if nobody signs here. If you change the name, we delete the signature."
                autoComplete="off"
                maxLength={60}
                optional
                defaultValue={typed[`name${slot}`] ?? name}
                error={errors[`name${slot}`]}
              />
              <Field
                name={`office${slot}`}
                label="Office"
                hint="Such as President or General Secretary."
                autoComplete="off"
                maxLength={60}
                optional
                defaultValue={typed[`office${slot}`] ?? office}
                error={errors[`office${slot}`]}
              />
            </div>
          </section>
        ))}
        <Button>{conflict ? 'Save my version' : 'Save officers'}</Button>
      </form>
      {officers
        .filter(({ name }) => name !== '')
        .map((officer) => (
          <SignatureForms
            key={officer.slot}
            {...{ officer, shownHash }}
            error={errors[`file${officer.slot}`]}
          />
        ))}
    </>
  )
}

function SignatureForms({
  officer: { slot, name, picture },
  shownHash,
  error,
}: {
  officer: SigningOfficer
  shownHash: string
  error: string | undefined
}) {
  return (
    <section className={styles.group} aria-labelledby={`signature-${slot}`}>
      <div>
        <h2 id={`signature-${slot}`}>{`Scanned signature of ${name}`}</h2>
      </div>
      <div>
        {picture ? (
          <p>
            <img src={picture} alt={`Signature of ${name}`} width="300" />
          </p>
        ) : (
          <p>None. Certificates show the name and office only.</p>
        )}
        <form method="post" action={`?do=signature-${slot}`} encType="multipart/form-data" noValidate>
          <ShownHashInput value={shownHash} />
          <Field
            id={`file${slot}`}
            name="file"
            label={`Picture of the signature of ${name}`}
            type="file"
            accept="image/jpeg,image/png"
            hint="JPEG or PNG, at most 5 MB, on white paper, cropped to the signature."
            error={error}
          />
          <Button look="secondary">{`${picture ? 'Replace' : 'Add'} signature of ${name}`}</Button>
        </form>
        {picture && (
          <form method="post" action="?do=remove">
            <input type="hidden" name="slot" value={slot} />
            <ShownHashInput value={shownHash} />
            <Button look="quiet">{`Remove signature of ${name}`}</Button>
          </form>
        )}
      </div>
    </section>
  )
}
