import { useRef, useState } from 'react'
import type { FilePage } from '#features/media/library.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import styles from './picture-frame.module.css'

type Props = {
  file: FilePage
  master: NonNullable<FilePage['master']>
  /** Why the reader may only look at it. */
  whyNot: string | undefined
  errors: Record<string, string | undefined>
  typed: Record<string, string> | undefined
}

interface Rectangle {
  left: number
  top: number
  width: number
  height: number
}

/**
 * The whole picture with the focal point and the crop: a click sets the one, dragging draws the other, and both are
 * also number fields, for the keyboard and for browsers without scripts.
 */
export function PictureFrame({ file, master, whyNot, errors, typed }: Props) {
  const number = (name: string, value: number | undefined) => typed?.[name] ?? String(value ?? '')
  const [focus, setFocus] = useState({ x: number('focusX', file.focusX), y: number('focusY', file.focusY) })
  const [crop, setCrop] = useState({
    left: number('cropLeft', file.crop?.left),
    top: number('cropTop', file.crop?.top),
    width: number('cropWidth', file.crop?.width),
    height: number('cropHeight', file.crop?.height),
  })
  const drawn = toRectangle(crop)
  const setNumbers = (next: Rectangle | undefined) =>
    setCrop({
      left: String(next?.left ?? ''),
      top: String(next?.top ?? ''),
      width: String(next?.width ?? ''),
      height: String(next?.height ?? ''),
    })
  return (
    <div className={styles.frame}>
      <div className={styles.picture}>
        <img src={master.src} width={master.width} height={master.height} alt={file.alt} />
        <Overlay
          master={master}
          focus={{ x: Number(focus.x), y: Number(focus.y) }}
          crop={drawn}
          isFixed={whyNot !== undefined}
          onFocus={(x, y) => setFocus({ x: String(x), y: String(y) })}
          onCrop={setNumbers}
        />
      </div>
      <fieldset className={styles.numbers}>
        <legend>Focal point</legend>
        <p>
          {whyNot ??
            'Stays visible when a page crops the picture. Click on the picture, or enter it in percent.'}
        </p>
        <Field
          name="focusX"
          label="From the left, %"
          width="short"
          type="number"
          min={0}
          max={100}
          readOnly={whyNot !== undefined}
          value={focus.x}
          onChange={(event) => setFocus({ ...focus, x: event.target.value })}
          error={errors['focusX']}
        />
        <Field
          name="focusY"
          label="From the top, %"
          width="short"
          type="number"
          min={0}
          max={100}
          readOnly={whyNot !== undefined}
          value={focus.y}
          onChange={(event) => setFocus({ ...focus, y: event.target.value })}
          error={errors['focusY']}
        />
      </fieldset>
      <fieldset className={styles.numbers}>
        <legend>Crop</legend>
        {!whyNot && (
          <p>
            Drag over the picture, or enter the crop in pixels. The original is {master.width} ×{' '}
            {master.height} and stays stored.
          </p>
        )}
        {cropFields.map(({ name, part, label }) => (
          <Field
            key={name}
            name={name}
            label={label}
            width="short"
            type="number"
            min={0}
            readOnly={whyNot !== undefined}
            value={crop[part]}
            onChange={(event) => setCrop({ ...crop, [part]: event.target.value })}
            error={errors[name]}
          />
        ))}
        {drawn && !whyNot && (
          <Button type="button" look="quiet" onClick={() => setNumbers(undefined)}>
            Show the whole picture
          </Button>
        )}
      </fieldset>
    </div>
  )
}

const cropFields = [
  { name: 'cropLeft', part: 'left', label: 'Left' },
  { name: 'cropTop', part: 'top', label: 'Top' },
  { name: 'cropWidth', part: 'width', label: 'Width' },
  { name: 'cropHeight', part: 'height', label: 'Height' },
] as const

function toRectangle(crop: Record<keyof Rectangle, string>): Rectangle | undefined {
  if (Object.values(crop).some((text) => !/^\d+$/.test(text))) return undefined
  return {
    left: Number(crop.left),
    top: Number(crop.top),
    width: Number(crop.width),
    height: Number(crop.height),
  }
}

type OverlayProps = {
  master: { width: number; height: number }
  focus: { x: number; y: number }
  crop: Rectangle | undefined
  isFixed: boolean
  onFocus: (x: number, y: number) => void
  onCrop: (crop: Rectangle) => void
}

const minSide = 32

/** Drawn over the picture; the number fields can do everything it does, so screen readers skip it. */
function Overlay({ master, focus, crop, isFixed, onFocus, onCrop }: OverlayProps) {
  const svg = useRef<SVGSVGElement>(null)
  const started = useRef<{ x: number; y: number }>(undefined)
  const storage = (event: React.PointerEvent) => {
    const box = svg.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    const within = (value: number, max: number) => Math.round(Math.min(max, Math.max(0, value)))
    return {
      x: within(((event.clientX - box.left) / box.width) * master.width, master.width),
      y: within(((event.clientY - box.top) / box.height) * master.height, master.height),
    }
  }
  const draw = (event: React.PointerEvent) => {
    if (!started.current) return
    const [from, to] = [started.current, storage(event)]
    const drawn = {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      width: Math.abs(from.x - to.x),
      height: Math.abs(from.y - to.y),
    }
    if (drawn.width >= minSide && drawn.height >= minSide) onCrop(drawn)
  }
  const end = (event: React.PointerEvent) => {
    const from = started.current
    started.current = undefined
    if (!from) return
    const to = storage(event)
    const isClick = Math.abs(from.x - to.x) < minSide && Math.abs(from.y - to.y) < minSide
    if (isClick) onFocus(Math.round((100 * to.x) / master.width), Math.round((100 * to.y) / master.height))
  }
  const [width, height] = [master.width, master.height]
  const [x, y] = [(focus.x * width) / 100, (focus.y * height) / 100]
  const unit = Math.max(width, height) / 100
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (isFixed) return
        event.currentTarget.setPointerCapture(event.pointerId)
        started.current = storage(event)
      }}
      onPointerMove={draw}
      onPointerUp={end}
    >
      {crop && (
        <path
          className={styles.outside}
          fillRule="evenodd"
          d={`M0 0H${width}V${height}H0ZM${crop.left} ${crop.top}h${crop.width}v${crop.height}h${-crop.width}Z`}
        />
      )}
      <g className={styles.point} strokeWidth={unit * 0.4}>
        <circle cx={x} cy={y} r={unit * 2.5} />
        <path d={`M${x - unit * 4} ${y}h${unit * 8}M${x} ${y - unit * 4}v${unit * 8}`} />
      </g>
    </svg>
  )
}
