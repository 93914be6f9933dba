import { Button } from '#ui/form/button.tsx'

/** The photograph of a person, with the way to replace or delete it. */
export function PersonPhotograph({
  name,
  file,
  error,
}: {
  name: string
  file: string
  error?: string | undefined
}) {
  return (
    <section>
      <h2 id="photograph">Photograph</h2>
      {error && <p id="photograph-error">{error}</p>}
      <p>
        <a href={`/editor/media/${file}`}>View the photograph</a> to replace it.
      </p>
      <form method="post" action="?do=remove-photograph">
        <Button look="secondary">Delete the photograph of {name}</Button>
      </form>
    </section>
  )
}
