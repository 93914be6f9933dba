/** The kinds of files that the library accepts, and their size limits. */

const megabyte = 1_000_000

export const maxPictureBytes = 8 * megabyte
export const maxDocumentBytes = 50 * megabyte
export const maxDrawingBytes = 2 * megabyte

export const documentKinds = {
  pdf: { mediaType: 'application/pdf', label: 'PDF' },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    label: 'Word',
  },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', label: 'Excel' },
  pptx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    label: 'PowerPoint',
  },
  odt: { mediaType: 'application/vnd.oasis.opendocument.text', label: 'OpenDocument text' },
  ods: { mediaType: 'application/vnd.oasis.opendocument.spreadsheet', label: 'OpenDocument sheet' },
  svg: { mediaType: 'image/svg+xml', label: 'Drawing (SVG)' },
} as const

export type DocumentKind = keyof typeof documentKinds

/** What a person calls it. */
export function kindLabel(mediaType: string): string {
  if (mediaType === 'image/jpeg') return 'Picture'
  return Object.values(documentKinds).find((kind) => kind.mediaType === mediaType)?.label ?? 'File'
}

/** The choices of a file dialog; the real type is read from the bytes. */
export const acceptedPictures = '.jpg,.jpeg,.png,.webp'
export const acceptedDocuments = '.pdf,.docx,.xlsx,.pptx,.odt,.ods,.svg'
