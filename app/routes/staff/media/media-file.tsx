import { Form, useRevalidator } from 'react-router'
import { acceptedDocuments, acceptedPictures, kindLabel } from '#features/media/file-kinds.ts'
import { findLibraryFile, type FilePage } from '#features/media/library.server.ts'
import { listUsages, mayChangeFile, type FileUsage } from '#features/media/usages.server.ts'
import { shownFile } from '#features/media/refusals.ts'
import { sizeText } from '#features/media/size-text.ts'
import { Uploader } from '#features/media/uploader.tsx'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Field, TextAreaField } from '#ui/form/field.tsx'
import { actOnFile, noSuchFile } from './media-file-acts.server.ts'
import { PictureFrame } from './picture-frame.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { accessRolesOf } from '#routes/request/guard.server.ts'
import { mayRead } from '#routes/request/policy.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { Usages } from './file-usages.tsx'
import styles from './media-file.module.css'
import type { Route } from './+types/media-file.ts'

const route = 'routes/staff/media/media-file'
const list = '/editor/media'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, session } = begin(args, route)
  const { params } = args
  const file = await findLibraryFile(db, params.id)
  if (!file) throw noSuchFile()
  return {
    file,
    usages: await listUsages(db, params.id),
    mayChange: await mayChangeFile(db, actor, params.id),
    maySet: mayRead('routes/staff/settings/settings-page', accessRolesOf(session)),
  }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  return actOnFile(args)
}

export default function MediaFile({ loaderData, actionData }: Route.ComponentProps) {
  const { file, usages, mayChange, maySet } = loaderData
  return (
    <>
      <StaffTitle
        title={file.name}
        hasErrors={Boolean(actionData)}
        back={{ href: list, label: 'Media library' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      {file.isRemoved ? (
        <Binned {...{ file, mayChange }} />
      ) : (
        <StoredFileView {...{ file, usages, mayChange, maySet, actionData }} />
      )}
    </>
  )
}

type Answered = Route.ComponentProps['actionData']

function Binned({ file, mayChange }: { file: FilePage; mayChange: boolean }) {
  return (
    <>
      <FileFacts file={file} />
      <Form method="post" action="?do=restore">
        <Button {...openIf(mayChange)}>Restore</Button>
        {!mayChange && <WhyNot />}
      </Form>
    </>
  )
}

type StoredFileProps = {
  file: FilePage
  usages: FileUsage[]
  mayChange: boolean
  maySet: boolean
  actionData: Answered
}

function StoredFileView({ file, usages, mayChange, maySet, actionData }: StoredFileProps) {
  return (
    <>
      <DescribeForm
        key={`${file.bytes} ${file.name}`}
        file={file}
        mayChange={mayChange}
        errors={actionData?.errors ?? {}}
        typed={actionData?.typed}
      />
      <section>
        <h2>About the file</h2>
        <FileFacts file={file} />
        {file.mediaType === 'application/pdf' && <Cover file={file} />}
      </section>
      <Usages usages={usages} maySet={maySet} />
      <Replace file={file} mayChange={mayChange} error={actionData?.errors['file']} />
      <section>
        <h2>Delete</h2>
        {usages.length > 0 ? (
          <p id="usages">
            You cannot delete a file that is in use. Remove it from everything listed above first.
          </p>
        ) : (
          <Form method="post" action="?do=remove">
            <p>You can restore the file for 30 days.</p>
            <Button look="secondary" {...openIf(mayChange)}>
              Delete
            </Button>
          </Form>
        )}
      </section>
    </>
  )
}

/** A button that only some may press tells the others why. */
function openIf(mayChange: boolean) {
  return mayChange ? {} : { disabled: true, 'aria-describedby': 'why-not' }
}

function WhyNot() {
  return (
    <p id="why-not" className={styles.quiet}>
      {shownFile}
    </p>
  )
}

type DescribeProps = {
  file: FilePage
  mayChange: boolean
  errors: Record<string, string | undefined>
  typed: Record<string, string> | undefined
}

function DescribeForm({ file, mayChange, errors, typed }: DescribeProps) {
  const typedOr = (name: string, value: string) => typed?.[name] ?? value
  return (
    <Form method="post" noValidate className={`${styles.described} ${file.master ? styles.beside : ''}`}>
      {file.master && (
        <PictureFrame
          file={file}
          master={file.master}
          whyNot={mayChange ? undefined : shownFile}
          errors={errors}
          typed={typed}
        />
      )}
      <div>
        <TextAreaField
          name="alt"
          label={file.master ? 'Description (for people who cannot see the picture)' : 'Description'}
          rows={3}
          hint={file.master ? undefined : 'Optional for documents.'}
          defaultValue={typedOr('alt', file.alt)}
          error={errors['alt']}
        />
        <TextAreaField
          name="caption"
          label="Caption"
          rows={2}
          optional
          hint="Pages use this caption unless they have their own."
          defaultValue={typedOr('caption', file.caption)}
          error={errors['caption']}
        />
        <Field
          name="credit"
          label="Credit"
          optional
          hint="Who made it and under which licence."
          width="full"
          defaultValue={typedOr('credit', file.credit)}
          error={errors['credit']}
        />
        <Button>Save</Button>
      </div>
    </Form>
  )
}

function FileFacts({ file }: { file: FilePage }) {
  const { mediaType, bytes, width, height, pages, addedAt, href, isSample } = file
  return (
    <Facts
      facts={[
        { label: 'Kind', value: kindLabel(mediaType) },
        { label: 'Size', value: sizeText(bytes) },
        ...(width ? [{ label: 'Pixels', value: `${width} × ${height}` }] : []),
        ...(pages ? [{ label: 'Pages', value: String(pages) }] : []),
        { label: 'Added', value: <Moment at={addedAt} /> },
        ...(isSample ? [{ label: 'Sample', value: 'Part of the sample content' }] : []),
        ...(href ? [{ label: 'Address', value: <a href={href}>{href}</a> }] : []),
      ]}
    />
  )
}

function Cover({ file: { coverId } }: { file: FilePage }) {
  if (coverId)
    return (
      <ButtonLink look="secondary" href={`${list}/${coverId}`}>
        View the cover picture
      </ButtonLink>
    )
  return (
    <Form method="post" action="?do=cover">
      <Button look="secondary">Create a picture of the first page</Button>
    </Form>
  )
}

type ReplaceProps = { file: FilePage; mayChange: boolean; error: string | undefined }

function Replace({ file, mayChange, error }: ReplaceProps) {
  const { revalidate } = useRevalidator()
  return (
    <section>
      <h2>Replace</h2>
      {error && <p id="file">{error}</p>}
      {mayChange ? (
        <Form method="post" action="?do=replace" encType="multipart/form-data" reloadDocument>
          <Uploader
            label="New file"
            hint="The address stays the same and all pages show the new file. You can restore the old one for 30 days."
            accept={file.master ? acceptedPictures : acceptedDocuments}
            replaces={file.id}
            onAdded={() => void revalidate()}
          />
        </Form>
      ) : (
        <>
          <Button look="secondary" type="button" {...openIf(false)}>
            Replace
          </Button>
          <WhyNot />
        </>
      )}
      {file.earlier.length > 0 && (
        <ul className={styles.usages}>
          {file.earlier.map(({ id, name, bytes, replacedAt }) => (
            <li key={id}>
              <Form method="post" action="?do=put-back">
                <input type="hidden" name="earlier" value={id} />
                {name}{' '}
                <small>
                  {sizeText(bytes)}, until <Moment at={replacedAt} />
                </small>{' '}
                <Button look="quiet" {...openIf(mayChange)}>
                  Restore <span className="visually-hidden">{name}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
