import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { documentSchema, type RichText } from '#features/content/text/document.ts'
import { DocumentView } from '#features/content/text/document-view.tsx'
import { faultsIn } from '#test/hostile/allowed-markup.ts'

export type Passage = { isAccepted: boolean; faults: string[]; markup: string; milliseconds: number }

/** A document on its way from a request through the store to a page, and what goes wrong. */
export function pass(json: string): Passage {
  const given: unknown = JSON.parse(json)
  const started = processorTime()
  const first = documentSchema.safeParse(given)
  if (!first.success)
    return { isAccepted: false, faults: [], markup: '', milliseconds: processorTime() - started }
  const stored = JSON.stringify(first.data)
  const markup = render(first.data)
  const milliseconds = processorTime() - started

  const faults = faultsIn(markup)
  const second = documentSchema.safeParse(JSON.parse(stored))
  if (!second.success) faults.push('what was stored is refused')
  else {
    if (JSON.stringify(second.data) !== stored) faults.push('what was stored is read differently')
    if (render(second.data) !== markup) faults.push('rendering twice gives two pages')
  }
  if (stored !== JSON.stringify(given)) faults.push('what was accepted is stored differently')
  return { isAccepted: true, faults, markup, milliseconds }
}

/** Only this process's time, so that other work on the machine does not count. */
function processorTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function render(document: RichText) {
  return renderToStaticMarkup(createElement(DocumentView, { document, anchorPrefix: 's-' }))
}
