import type { SubmitEvent } from 'react'

/** The move applies to what is on the screen: a move of the version before would leave out what was typed since. */
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
