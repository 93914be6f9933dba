import type { SubmitEvent } from 'react'

/** Saves first, so that the move applies to the text on the screen and not to an older version. */
export async function saveThenSend(
  event: SubmitEvent<HTMLFormElement>,
  save: () => Promise<number | undefined>,
) {
  event.preventDefault()
  const form = event.currentTarget
  const { submitter } = event.nativeEvent
  const version = await save()
  if (version === undefined) return
  form.querySelector<HTMLInputElement>('[name=version]')!.value = String(version)
  // A form that a script sends does not name the pressed button.
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') form.append(hiddenCopy(submitter))
  form.submit()
}

function hiddenCopy({ name, value }: HTMLButtonElement): HTMLInputElement {
  const input = document.createElement('input')
  Object.assign(input, { type: 'hidden', name, value })
  return input
}
