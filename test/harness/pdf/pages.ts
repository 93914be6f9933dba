import { PDFiumLibrary } from '@hyzyla/pdfium'

/** The text of each page of a PDF, as a reader of PDFs finds it. */
export async function pagesOf(bytes: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const pages = [...document.pages()].map((page) => page.getText())
  document.destroy()
  library.destroy()
  return pages
}
