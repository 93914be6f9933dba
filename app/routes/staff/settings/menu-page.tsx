import { useEffect } from 'react'
import { data, Form, useLocation } from 'react-router'
import { listExtraPages } from '#features/content/reading/queries.server.ts'
import { addForm, itemForm, renameForm, wholeForm } from '#features/menu/form.ts'
import { listsOf, menuOf } from '#features/menu/menu.ts'
import { changeMenu, undoMenuChange, type ChangeMenuRefusal } from '#features/menu/operations.server.ts'
import { readMenus } from '#features/menu/queries.server.ts'
import { groupKeys } from '#features/menu/specification.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, refuseConflict, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { ConflictTable } from '#ui/list/conflict-table.tsx'
import { itemId, MenuList } from './menu-list.tsx'
import { PageField } from '#routes/staff/shared/page-field.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { ShownHashInput } from './shown-hash-input.tsx'
import styles from './menu-page.module.css'
import type { Route } from './+types/menu-page.ts'

export { revalidateAfterConflict as shouldRevalidate } from '#routes/request/after-conflict.ts'

const route = 'routes/staff/settings/menu-page'
const path = '/admin/menu'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  const { now, shownHash, canUndo } = await readMenus(db)
  return {
    menu: menuOf(now),
    shownHash,
    isSpecified: now.length === 0,
    canUndo,
    pages: await listExtraPages(db),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request, url } = args
  const act = url.searchParams.get('do')
  switch (act) {
    case 'up':
    case 'down':
    case 'remove': {
      const { shownHash, ...form } = unlessWrong(await readForm(request, itemForm))
      return answer(args, act, await changeMenu(db, actor, shownHash, { do: act, ...form }, now))
    }
    case 'rename': {
      const form = await readForm(request, renameForm)
      const id = `rename-${itemId(form.typed['item'] ?? '')}`
      if (!form.ok) return refuse(400, { [id]: form.errors['label'] ?? unreadableForm }, form.typed)
      const { shownHash, ...change } = form.answers
      const outcome = await changeMenu(db, actor, shownHash, { do: act, ...change }, now)
      return answer(args, act, outcome, id, form.typed)
    }
    case 'add': {
      const form = await readForm(request, addForm)
      if (!form.ok) return refuse(400, form.errors, form.typed)
      const { shownHash, ...change } = form.answers
      const outcome = await changeMenu(db, actor, shownHash, { do: act, ...change }, now)
      const field = !outcome.ok && outcome.reason === 'label-taken' ? 'label' : 'href'
      return answer(args, act, outcome, field, form.typed)
    }
    case 'reset':
    case 'undo': {
      const { shownHash } = unlessWrong(await readForm(request, wholeForm))
      const outcome =
        act === 'undo'
          ? await undoMenuChange(db, actor, shownHash, now)
          : await changeMenu(db, actor, shownHash, { do: act }, now)
      return answer(args, act, outcome)
    }
    default:
      throw data({ sentence: unreadableForm }, { status: 400 })
  }
}

function answer(
  args: Route.ActionArgs,
  act: string,
  outcome: Awaited<ReturnType<typeof changeMenu>>,
  field = 'menu',
  typed: Record<string, string> = {},
) {
  if (!outcome.ok && outcome.reason === 'conflict') {
    const errors = { [field]: 'Someone else changed the menu since you opened the page.' }
    return refuseConflict(errors, typed, { differing: outcome.differing, version: undefined })
  }
  if (!outcome.ok) return refuse(409, { [field]: refusals[outcome.reason] }, typed)
  const { item, rows, shownHash, canUndo } = outcome
  const position = item === undefined ? undefined : positionOf(listsOf(menuOf(rows)), item)
  const isMoved = act === 'up' || act === 'down'
  const part = item === undefined ? '' : `#${isMoved ? `${act}-` : ''}${itemId(item)}`
  return redirectWithFlash(args, `${path}${part}`, {
    key: 'menu-changed',
    ...(position && { item: position }),
    ...(act !== 'undo' && canUndo && { shownHash }),
  })
}

const refusals: Record<ChangeMenuRefusal, string> = {
  'not-found': 'This menu item no longer exists. Reload the page.',
  'not-open': 'This is not possible with this menu item. Reload the page.',
  'label-taken': 'Another item in this group has this label. Choose a different one.',
  'address-taken': 'This group already has an item with this address.',
  'leads-nowhere':
    'There is no published page at this address. Publish the page first, or correct the address.',
  full: 'This group already has eight added items. Remove one first.',
}

export default function MenuPage({ loaderData, actionData }: Route.ComponentProps) {
  const { menu, shownHash, isSpecified, canUndo, pages } = loaderData
  const conflict = actionData?.conflict
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  // A refused form was filled in from the menu that it names, which may be older than the one on this page.
  const typedHash = conflict ? shownHash : (typed['shownHash'] ?? '')
  const [top, ...lists] = listsOf(menu)
  const { key, hash } = useLocation()
  return (
    <>
      <StaffTitle title="Menu" hasErrors={Boolean(actionData)} />
      <FocusOn key={key} id={hash.slice(1)} />
      <ErrorSummary errors={actionData?.errors} />
      {conflict && (
        <ConflictTable differing={conflict.differing}>
          Your change is not saved, but your text is still in the field. Check the current menu below, then
          try again.
        </ConflictTable>
      )}
      <p id="menu">
        Visitors see every change at once, in the top bar, the side menu and the footer. You cannot hide the
        site’s own pages or change their addresses.
      </p>
      <div className={styles.whole}>
        {canUndo && (
          <Form method="post" action="?do=undo">
            <ShownHashInput value={shownHash} />
            <Button look="secondary">Undo the last change</Button>
          </Form>
        )}
        {!isSpecified && (
          <Form method="post" action="?do=reset">
            <ShownHashInput value={shownHash} />
            <Button look="secondary">Restore the default menu</Button>
          </Form>
        )}
      </div>
      <AddForm
        {...{ errors, typed, pages }}
        shownHash={typed['group'] === undefined ? shownHash : typedHash}
        groups={groupsOf(lists)}
      />
      {lists.map((list) => (
        <section key={list.key} className={styles.list} aria-labelledby={`list-${list.key}`}>
          <h2 id={`list-${list.key}`}>{list.label}</h2>
          <MenuList nodes={list.nodes} movable {...{ shownHash, typedHash, errors, typed }} />
        </section>
      ))}
      {top && (
        <section className={styles.list} aria-labelledby="list-top">
          <h2 id="list-top">Top level</h2>
          <p>You can rename the top level but not reorder it.</p>
          <MenuList nodes={top.nodes} movable={false} {...{ shownHash, typedHash, errors, typed }} />
        </section>
      )}
    </>
  )
}

type Lists = ReturnType<typeof listsOf>

function groupsOf(lists: Lists) {
  return lists.filter(({ key }) => groupKeys.includes(key)).map(({ key, label }) => ({ value: key, label }))
}

/** Says where an entry is now, for people who cannot see it move. */
function positionOf([, ...lists]: Lists, item: string) {
  const list = lists.find(({ nodes }) => nodes.some(({ key }) => key === item))
  const at = list?.nodes.findIndex(({ key }) => key === item) ?? -1
  const label = list?.nodes[at]?.label
  return list && label !== undefined
    ? { label, number: at + 1, total: list.nodes.length, list: list.label }
    : undefined
}

/** A moved entry keeps the focus on its button, or on the other one at an end of its list. */
function FocusOn({ id }: { id: string }) {
  useEffect(() => {
    const [, way, item] = /^(up|down)-(.+)$/.exec(id) ?? []
    if (!way) return
    const button = [way, way === 'up' ? 'down' : 'up']
      .map((way) => document.getElementById(`${way}-${item}`))
      .find((found) => found instanceof HTMLButtonElement && !found.disabled)
    button?.focus()
    // It may have had the focus all the time, and have moved out of sight with its entry.
    button?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return null
}

interface AddFormProps {
  shownHash: string
  errors: Record<string, string>
  typed: Record<string, string>
  groups: { value: string; label: string }[]
  pages: { title: string; href: string }[]
}

function AddForm({ shownHash, errors, typed, groups, pages }: AddFormProps) {
  return (
    <section className={styles.list} aria-labelledby="add">
      <h2 id="add">Add a menu item</h2>
      <Form method="post" action="?do=add" noValidate className={styles.add} key={groups.length}>
        <ShownHashInput value={shownHash} />
        <SelectField
          name="group"
          label="Group"
          choices={groups}
          defaultValue={typed['group']}
          error={errors['group']}
        />
        <Field
          name="label"
          label="Label"
          maxLength={60}
          defaultValue={typed['group'] && typed['label']}
          error={errors['label']}
        />
        <PageField
          name="href"
          label="Address"
          hint="A page of this site: its title, or its address such as /news"
          list="extra-pages"
          defaultValue={typed['href']}
          error={errors['href']}
        />
        <datalist id="extra-pages">
          {pages.map(({ title, href }) => (
            <option key={href} value={href}>
              {title}
            </option>
          ))}
        </datalist>
        <Button>Add to the menu</Button>
      </Form>
    </section>
  )
}
