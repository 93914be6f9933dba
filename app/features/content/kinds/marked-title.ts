/**
 * The title of a sample where the small sign cannot stand beside it: in feeds, calendars, letters, PDFs, tabs and linked
 * data. Samples of older sites say in their title that they are samples.
 */
export function markedTitle(title: string, sample: boolean): string {
  return sample && !/(^|: )sample\b|\(sample\)$/i.test(title) ? `${title} (sample)` : title
}
