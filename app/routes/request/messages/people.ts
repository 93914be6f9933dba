import type { Undoable } from '#server/input/shown-hash.ts'
import { countOf } from '#ui/foundations/numbers.ts'
import { type Typed, type FlashMessage, type Bulk, said, saidWithUndo, changed, undoRows } from './message.ts'

export const personMessages = {
  'people-moved': (given: Bulk & { move: keyof typeof peopleMoved }): FlashMessage => ({
    ...changed(given.moved, 'One person', 'people', peopleMoved[given.move]),
    ...(given.move !== 'restore' && undoRows(given, 'do', peopleInverses[given.move])),
  }),
  'person-saved': ({ id, before }: { id: string; before?: Typed | undefined }) =>
    saidWithUndo('Saved. The directory and search are up to date.', `/editor/people/${id}`, before),
  'person-contact-saved': () => said('Contact updated. Only administrators and the office see it.'),
  'helper-named': () => said('Helper added. We emailed the helper, and the person if we have an address.'),
  'helper-extended': () => said('Extended for a year from today. We emailed both.'),
  'helper-ended': () => said('Helper removed. We emailed both.'),
  'people-merged': ({ merge }: { merge: string }) =>
    said('Merged. The other entry is deleted.', '/editor/people/duplicates?do=undo', { merge }),
  'people-unmerged': () => said('Merge undone.'),
  'person-address-changed': (given: { id: string; before: string } & Undoable): FlashMessage =>
    said(
      'Address changed. The former address leads to the new one.',
      `/editor/people/${given.id}?do=address`,
      { slug: given.before, shownHash: given.shownHash },
    ),
  'person-added': () => said('Added to the register.'),
  'person-removed': ({ id }: { id: string }) =>
    said('Removed from the register.', `/editor/people/${id}?do=restore`),
  'person-restored': ({ moved }: { moved: number }): FlashMessage =>
    moved === 0
      ? { kind: 'warning', text: 'Nothing was changed. Someone else has already restored this person.' }
      : said('Restored to the register.'),
  'removals-proposed': (given: RemovalsProposed): FlashMessage => ({
    ...removalsProposed(given.proposed, given.needsRelease),
    ...(given.person !== undefined &&
      given.proposed > 0 && {
        undo: {
          action: `/editor/people/${given.person}?do=withdraw-removal`,
          fields: { shownHash: given.shownHash },
        },
      }),
  }),
  'removal-withdrawn': () => said('Proposal withdrawn. The person stays in the register.'),
  'officers-saved': () => said('Officers saved. Certificates issued from now on show them.'),
  'signature-added': () => said('Signature added. Certificates issued from now on show it.'),
  'signature-removed': () => said('Signature removed. Certificates issued before still show it.'),
  'certificate-issued': () => said('Certificate issued. Send its address to the person, or print the file.'),
  'certificate-revoked': () => said('Certificate revoked. Its public page now says so.'),
  'import-discarded': () => said('File deleted. Nothing was imported.'),
  'import-check-cancelled': () => said('Check cancelled. Nothing was imported.'),
  'import-cancelled': () => said('Import cancelled. The people imported so far stay in the register.'),

  'person-erased': ({ cases }: { cases: number }) =>
    said(
      `We deleted the person’s data from ${countOf(cases, 'case')}, with files, emails, notes, enquiries and newsletter subscription. Anonymous statistics stay. If you restore a backup, we delete the data again.`,
    ),
}

interface RemovalsProposed extends Undoable {
  proposed: number
  needsRelease: boolean
  /** On the page of one person. */
  person?: string
}

function removalsProposed(proposed: number, needsRelease: boolean): FlashMessage {
  if (proposed === 0)
    return {
      kind: 'warning',
      text: 'Nothing was proposed. Someone else has already proposed or made the removal.',
    }
  const what = proposed === 1 ? 'Removal proposed.' : `${countOf(proposed, 'removal')} proposed.`
  if (needsRelease)
    return said(`${what} A second person must approve ${proposed === 1 ? 'it' : 'each of them'}.`)
  return said(
    `${what} We remove ${proposed === 1 ? 'the person' : 'the people'} after the delay, unless someone withdraws it.`,
  )
}

const peopleMoved = {
  list: 'added to the public directory.',
  unlist: 'removed from the public directory.',
  bin: 'removed from the register. You can restore them for 30 days.',
  restore: 'restored.',
}

const peopleInverses = { list: 'unlist', unlist: 'list', bin: 'restore' } as const
