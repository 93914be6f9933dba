/** What someone may change: entries and people, or also what is under Administration. */
interface Rights {
  mayEdit: boolean
  mayEditRecords: boolean
}

/** Search and other tools have nothing to change, and the timeline is made from five lists. */
const withoutText =
  /^\/(search|confirm|certificates|case-status|my-page|membership\/pay|newsletter\/(confirm|leave)|iaps\/history)(\/|$)/

/** Made from bodies and rulebooks. */
const ofRecords = /^\/(iaps\/bodies|fellowship\/rules)(\/|$)/

/** The link to where staff change a page, if there is one. */
export function editHref({ mayEdit, mayEditRecords }: Rights, path: string): string | undefined {
  const may = ofRecords.test(path) ? mayEditRecords : mayEdit && !withoutText.test(path)
  return may ? `/editor/edit?${new URLSearchParams({ path })}` : undefined
}
