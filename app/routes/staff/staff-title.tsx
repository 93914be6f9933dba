/** The title of a staff page, in the window and on the page. */
export function StaffTitle({ title, hasErrors = false }: { title: string; hasErrors?: boolean }) {
  return (
    <>
      <title>{`${hasErrors ? 'Error: ' : ''}${title} – Staff area`}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
    </>
  )
}
