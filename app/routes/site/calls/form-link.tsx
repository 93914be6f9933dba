import { ButtonLink } from '#ui/form/button.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'

/** The way to the form of an open call: on this site, on another one, or by email. */
export function FormLink({ form, isButton = false }: { form: string; isButton?: boolean }) {
  if (form.startsWith('mailto:')) return <a href={form}>Apply by email</a>
  if (!isOwnForm(form)) return <ExternalLink href={form}>Open the form</ExternalLink>
  return isButton ? <ButtonLink href={form}>Start the form</ButtonLink> : <a href={form}>Start the form</a>
}

export function isOwnForm(form: string): boolean {
  return form.startsWith('/')
}
