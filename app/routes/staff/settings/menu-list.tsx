import { Form } from 'react-router'
import type { MenuNode } from '#features/menu/menu.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import styles from './menu-list.module.css'
import { ShownHashInput } from './shown-hash-input.tsx'

interface Props {
  nodes: MenuNode[]
  /** What the page shows; it is sent with every change. */
  shownHash: string
  /** The shown hash of the form that was refused. */
  typedHash: string
  movable: boolean
  errors: Record<string, string>
  typed: Record<string, string>
}

/** One list of the menu, each entry with its buttons. Everything works by forms, also without scripts. */
export function MenuList({ nodes, shownHash, typedHash, movable, errors, typed }: Props) {
  return (
    <ol className={styles.list}>
      {nodes.map((node, index) => (
        <li key={node.key} id={itemId(node.key)} tabIndex={-1}>
          <p className={styles.words}>
            {node.label}
            <span>{addressOf(node)}</span>
          </p>
          <div className={styles.acts}>
            {movable && <Act act="up" node={node} shownHash={shownHash} label="Up" disabled={index === 0} />}
            {movable && (
              <Act
                act="down"
                node={node}
                shownHash={shownHash}
                label="Down"
                disabled={index === nodes.length - 1}
              />
            )}
            {node.extra && <Act act="remove" node={node} shownHash={shownHash} label="Remove" />}
          </div>
          <Rename
            node={node}
            shownHash={typed['item'] === node.key ? typedHash : shownHash}
            error={errors[`rename-${itemId(node.key)}`]}
            typed={typed['item'] === node.key ? typed['label'] : undefined}
          />
        </li>
      ))}
    </ol>
  )
}

/** A key may be an address; an id must not contain its characters. */
export function itemId(key: string): string {
  return `item-${key.replaceAll(/[^\w-]/g, '-')}`
}

function addressOf({ href, children, extra }: MenuNode) {
  if (children) return 'opens a submenu'
  return `${href ?? 'set in the settings'}${extra ? ', added by staff' : ''}`
}

interface ActProps {
  shownHash: string
  act: 'up' | 'down' | 'remove'
  node: MenuNode
  label: string
  disabled?: boolean
}

function Act({ act, shownHash, node, label, disabled = false }: ActProps) {
  const spoken = act === 'remove' ? `Remove ${node.label} from the menu` : `Move ${node.label} ${act}`
  return (
    <Form method="post" action={`?do=${act}`} preventScrollReset>
      <input type="hidden" name="item" value={node.key} />
      <ShownHashInput value={shownHash} />
      <Button look="quiet" id={`${act}-${itemId(node.key)}`} aria-label={spoken} disabled={disabled}>
        {label}
      </Button>
    </Form>
  )
}

interface RenameProps {
  shownHash: string
  node: MenuNode
  error: string | undefined
  typed: string | undefined
}

function Rename({ shownHash, node, error, typed }: RenameProps) {
  const id = `rename-${itemId(node.key)}`
  return (
    <details className={styles.rename} open={error !== undefined} key={node.label}>
      <summary aria-label={`Rename ${node.label}`}>Rename</summary>
      <Form method="post" action="?do=rename" noValidate preventScrollReset>
        <input type="hidden" name="item" value={node.key} />
        <ShownHashInput value={shownHash} />
        <Field
          id={id}
          name="label"
          label={`New label for “${node.label}”`}
          maxLength={60}
          defaultValue={typed ?? node.label}
          error={error}
        />
        <Button look="secondary">Save</Button>
      </Form>
    </details>
  )
}
