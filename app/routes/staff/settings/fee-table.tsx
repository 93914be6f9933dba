import { feeBands, feeCategories } from '#features/settings/fees.ts'
import styles from './settings.module.css'

type Props = { labelledBy: string; typed: Record<string, string>; errors: Record<string, string> }

/** The fee of each category of members in each band of countries. */
export function FeeTable({ labelledBy, typed, errors }: Props) {
  return (
    <table className={styles.fees} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Category</th>
          {Object.entries(feeBands).map(([band, where]) => (
            <th key={band} scope="col">
              {where}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(feeCategories).map(([category, label]) => (
          <tr key={category}>
            <th scope="row">{label}</th>
            {Object.entries(feeBands).map(([band, where]) => {
              const name = `fee_${category}_${band}`
              return (
                <td key={band} data-label={where}>
                  <Fee name={name} label={`${label}, ${where}`} value={typed[name]} error={errors[name]} />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type FeeProps = { name: string; label: string; value: string | undefined; error: string | undefined }

function Fee({ name, label, value, error }: FeeProps) {
  return (
    <>
      <input
        id={name}
        name={name}
        aria-label={label}
        defaultValue={value ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      />
      {error && (
        <span id={`${name}-error`} className={styles.wrong}>
          {error}
        </span>
      )}
    </>
  )
}
