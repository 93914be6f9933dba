import { Notice } from '#ui/text/notice.tsx'

/** Shown by `unsent-script.ts` if text that a closed page left in this browser still cannot be saved. */
export function UnsentNotice({ draft }: { draft: string }) {
  return (
    <div data-unsent={draft} hidden>
      <Notice kind="warning">
        <p>
          Some of your text is only in this browser, because we could not save it. Reload this page to try
          again.
        </p>
      </Notice>
    </div>
  )
}
