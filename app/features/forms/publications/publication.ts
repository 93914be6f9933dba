/** A publication as a row of a form has it; what the list did not say is empty. */
export interface ListedPublication {
  authors: string
  year: string
  title: string
  journal: string
  volume: string
  pages: string
  doi: string
}

/** A piece of a pasted list, with its text as pasted. */
export interface ListPiece {
  publication: ListedPublication
  source: string
}

/** Text that names no publication, and the line of the list where it starts. */
export interface UnreadPiece {
  line: number
  source: string
}

export interface ListRead {
  pieces: ListPiece[]
  unread: UnreadPiece[]
  /** The heading that the rows of a table need to be read again. */
  heading?: string
}

const maxAuthorCharacters = 300

/** Empty fields are fine; without a title and a DOI it is no publication. */
export function toPublication(said: Partial<ListedPublication>): ListedPublication | undefined {
  const { authors = '', year = '', title = '', journal = '', volume = '', pages = '', doi = '' } = said
  if (title.trim() === '' && doi === '') return undefined
  return { authors, year: yearIn(year), title, journal, volume, pages, doi }
}

/** The first four digits in a row, such as of 2019/05/12. */
export function yearIn(text: string): string {
  return /\d{4}/.exec(text)?.[0] ?? ''
}

/** As many names as fit into the field. Names that contain a comma are separated by semicolons. */
export function joinAuthors(names: string[]): string {
  const separator = names.some((name) => name.includes(',')) ? '; ' : ', '
  let joined = ''
  for (const name of names) {
    if (name === '') continue
    const longer = joined === '' ? name : joined + separator + name
    if (longer.length > maxAuthorCharacters - etAl.length) return joined + etAl
    joined = longer
  }
  return joined
}

export const etAl = ' et al.'
