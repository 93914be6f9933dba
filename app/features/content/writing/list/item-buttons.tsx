import { Button } from '#ui/form/button.tsx'

type Props = {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (part: 'up' | 'down') => void
  onRemove: () => void
}

/** Moves an item of a list, or removes it. */
export function ItemButtons({ name, isFirst, isLast, onMove, onRemove }: Props) {
  return (
    <>
      <Button
        type="button"
        look="quiet"
        data-part="up"
        aria-label={`Move ${name} up`}
        disabled={isFirst}
        onClick={() => onMove('up')}
      >
        ↑
      </Button>
      <Button
        type="button"
        look="quiet"
        data-part="down"
        aria-label={`Move ${name} down`}
        disabled={isLast}
        onClick={() => onMove('down')}
      >
        ↓
      </Button>
      <Button
        type="button"
        look="quiet"
        data-part="remove"
        aria-label={`Remove ${name}`}
        onClick={() => onRemove()}
      >
        Remove
      </Button>
    </>
  )
}
