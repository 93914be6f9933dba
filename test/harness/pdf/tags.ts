import type { PDFiumPage } from '@hyzyla/pdfium'

/** The structure of a page as PDFium reads it, in reading order. */

export interface TagNode {
  tag: string
  /** What is read out for a picture. */
  alt: string
  children: TagNode[]
}

/** Members that the package has and does not declare. Its functions take and return numbers: handles, sizes, addresses. */
interface Internals {
  pageIdx: number
  module: Record<string, (...given: number[]) => number> & {
    HEAPU8: Uint8Array
    wasmExports: { malloc(bytes: number): number; free(at: number): void }
  }
}

type Library = Internals['module']

function call(library: Library, name: string, ...given: number[]): number {
  return library[`_FPDF_${name}`]!(...given)
}

export function readTags(page: PDFiumPage): TagNode {
  const { module: library, pageIdx } = page as unknown as Internals
  const tree = call(library, 'StructTree_GetForPage', pageIdx)
  const children = childrenOf(library, 'StructTree', tree)
  call(library, 'StructTree_Close', tree)
  return { tag: 'File', alt: '', children }
}

/** Without the marked content between the elements, for which there is no handle. */
function childrenOf(library: Library, kind: 'StructTree' | 'StructElement', handle: number): TagNode[] {
  const count = Math.max(0, call(library, `${kind}_CountChildren`, handle))
  const inside = Array.from({ length: count }, (_, at) =>
    call(library, `${kind}_GetChildAtIndex`, handle, at),
  )
  return inside.filter(Boolean).map((element) => ({
    tag: textOf(library, 'StructElement_GetType', element),
    alt: textOf(library, 'StructElement_GetAltText', element),
    children: childrenOf(library, 'StructElement', element),
  }))
}

/** Without a buffer, the library says how long the text is, with its closing zero. */
function textOf(library: Library, name: string, element: number): string {
  const bytes = call(library, name, element, 0, 0)
  if (bytes <= 2) return ''
  const buffer = library.wasmExports.malloc(bytes)
  call(library, name, element, buffer, bytes)
  const text = new TextDecoder('utf-16le').decode(library.HEAPU8.slice(buffer, buffer + bytes - 2))
  library.wasmExports.free(buffer)
  return text
}
