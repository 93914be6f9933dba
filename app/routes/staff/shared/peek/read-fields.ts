/** The labels and values of a form as a list of facts, without those that are empty. */
export function readFields(form: HTMLFormElement): HTMLElement {
  const list = document.createElement('dl')
  for (const label of form.querySelectorAll('label')) {
    const value = valueOf(label.control)
    if (value === '') continue
    const fact = document.createElement('div')
    fact.append(element('dt', questionOf(label)), element('dd', value))
    list.append(fact)
  }
  return list
}

function element(name: 'dt' | 'dd', text: string) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/** A radio button or checkbox has its question in the legend of its group. */
function questionOf(label: HTMLLabelElement): string {
  const { control } = label
  const legend = control && isChoice(control) ? control.closest('fieldset')?.querySelector('legend') : null
  return ownText(legend ?? label)
}

function valueOf(control: HTMLElement | null): string {
  if (control instanceof HTMLSelectElement) return control.value && (control.selectedOptions[0]?.text ?? '')
  if (control instanceof HTMLTextAreaElement) return control.value.trim()
  if (!(control instanceof HTMLInputElement)) return ''
  if (['file', 'password'].includes(control.type)) return ''
  if (!isChoice(control)) return control.value.trim()
  const label = control.labels?.[0]
  return control.checked && label ? ownText(label) : ''
}

function isChoice(control: HTMLElement): boolean {
  return control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)
}

/** Without hints and “(optional)”, which are elements of their own. */
function ownText(element: Element): string {
  const own = [...element.childNodes].filter((node) => node instanceof Text).map((node) => node.data)
  return own.join('').trim() || element.textContent.trim()
}
