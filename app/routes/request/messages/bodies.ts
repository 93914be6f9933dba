import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { countOf } from '#ui/foundations/numbers.ts'
import { type Typed, undone, said, saidWithUndo } from './message.ts'

export const bodyMessages = {
  'body-created': () => said('Created. Add its members, then let visitors see the page.'),
  'body-saved': ({ id, before }: { id: string; before?: Typed | undefined }) =>
    saidWithUndo('Saved.', `/admin/bodies/${id}`, before),
  'body-capabilities-saved': ({ id, before }: { id: string; before: Record<string, string> }) =>
    said('Saved.', `/admin/bodies/${id}?do=grants`, before),
  'body-member-added': ({ id, term, shownHash }: { id: string; term: string } & Undoable) =>
    said('Member added.', `/admin/bodies/${id}?do=withdraw`, { term, reason: undone, shownHash }),
  'body-term-ended': () => said('Last day saved.'),
  'body-term-withdrawn': () => said('Term withdrawn. It no longer counts.'),
  'council-taken-over': ({ count: terms }: { count: number }) =>
    said(`Copied ${countOf(terms, 'term')} from the council lists.`),
  'rulebook-created': () => said('Created. Add its rules, then publish it.'),
  'rulebooks-added': ({ count: added }: { count: number }) =>
    said(`Added ${countOf(added, 'draft')}. Read the rules before you publish them.`),
  'rulebooks-already-added': () => said('Someone has already added these rulebooks.'),
  'rulebook-draft-started': ({ id, shownHash }: { id: string } & Undoing) =>
    saidWithUndo(
      'Draft started. It has the rules of the version in force.',
      `/admin/rulebooks/${id}?do=discard`,
      shownHash === undefined ? undefined : { shownHash },
    ),
  'rulebook-draft-discarded': () => said('Draft discarded.'),
  'rulebook-rule-saved': () => said('Rule saved. All its examples give the expected result.'),
  'rulebook-rule-moved': ({ id, passed, shownHash }: { id: string; passed: string | undefined } & Undoable) =>
    saidWithUndo(
      'Moved up.',
      `/admin/rulebooks/${id}?do=up`,
      passed === undefined ? undefined : { rule: passed, shownHash },
    ),
  'rulebook-rule-removed': ({ id, rule }: { id: string; rule: string }) =>
    said('Rule deleted from the draft.', `/admin/rulebooks/${id}?do=restore`, { rule }),
  'rulebook-rule-restored': ({ id, rule, shownHash }: { id: string; rule: string } & Undoable) =>
    said('Rule restored.', `/admin/rulebooks/${id}?do=remove`, { rule, shownHash }),
  'rulebook-example-added': ({ page, name, shownHash }: { page: string; name: string } & Undoable) =>
    said('Example added.', `${page}?do=remove-example`, { name, shownHash }),
  'rulebook-example-removed': ({ page, before }: { page: string; before?: Typed | undefined }) =>
    saidWithUndo('Example deleted.', `${page}?do=example`, before),
  'rulebook-published': ({ number }: { number: number }) =>
    said(`Published. Version ${number} is in force from now on.`),
}
