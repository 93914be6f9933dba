import type { FileUsage } from '#features/media/usages.server.ts'
import { addressOfSetting } from '#features/settings/pages.ts'
import styles from './media-file.module.css'

/** Everything that shows a file, with the page where staff change it. */
export function Usages({ usages, maySet }: { usages: FileUsage[]; maySet: boolean }) {
  return (
    <section>
      <h2>Where it is used</h2>
      {usages.length === 0 ? (
        <p>Not used anywhere.</p>
      ) : (
        <ul className={styles.usages}>
          {usages.map((usage) =>
            'templateId' in usage ? (
              <li key={usage.templateId}>
                <a href={`/editor/content/${usage.kind}/templates`}>{usage.title}</a> <small>template</small>
              </li>
            ) : 'setting' in usage ? (
              <li key={usage.setting}>
                {maySet ? <a href={addressOfSetting(usage.setting)}>{usage.title}</a> : usage.title}{' '}
                <small>settings</small>
              </li>
            ) : 'personId' in usage ? (
              <li key={usage.personId}>
                <a href={`/editor/people/${usage.personId}`}>{usage.title}</a>{' '}
                <small>person, {usage.isLive ? 'in the directory' : 'not in the directory'}</small>
              </li>
            ) : (
              <li key={usage.entryId}>
                <a href={`/editor/entries/${usage.entryId}`}>{usage.title}</a>{' '}
                <small>
                  {usage.kind.replaceAll('-', ' ')}, {usage.isLive ? 'published' : 'not published'}
                </small>
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  )
}
