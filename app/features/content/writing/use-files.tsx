import { useRef, useState } from 'react'
import type { Kind } from '#features/content/kinds/kinds.ts'
import type { ChosenFile } from '#features/media/chosen-file.ts'
import { MediaPicker } from '#features/media/media-picker.tsx'
import { readCover, sendFile } from '#features/media/upload-client.ts'
import type { EditingContext } from './editing-context.ts'

type FileKind = 'picture' | 'document'

/** The files that an entry uses, and the dialog to choose others. */
export function useFiles(known: EditingContext['files']) {
  const [files, setFiles] = useState(known)
  const [wanted, setWanted] = useState<{ kind: FileKind; max: number }>()
  const answer = useRef<(files: ChosenFile[]) => void>(undefined)

  const add = (file: ChosenFile) => setFiles((before) => ({ ...before, [file.id]: file }))
  const settle = (chosen: ChosenFile[]) => {
    answer.current?.(chosen)
    answer.current = undefined
  }
  const chooseUpTo = (max: number, kind: FileKind) => {
    setWanted({ kind, max })
    return new Promise<ChosenFile[]>((resolve) => {
      answer.current = resolve
    })
  }
  const choose = async (kind: FileKind) => (await chooseUpTo(1, kind))[0]
  const picker = wanted && (
    <MediaPicker
      {...wanted}
      onChoose={(chosen) => {
        for (const file of chosen) add(file)
        settle(chosen)
      }}
      onClose={() => {
        setWanted(undefined)
        settle([])
      }}
    />
  )

  /** What the fields need from it. A newsletter takes its cover and page count from the file. */
  const context = (kind: Kind, change: EditingContext['change'], announce: (said: string) => void) => ({
    files,
    choose: async (wanted: FileKind) => {
      const file = await choose(wanted)
      // The file itself is there immediately; what is read from it follows.
      if (file && wanted === 'document' && kind === 'newsletter')
        void takeFromPdf({ file, add, change, announce })
      return file
    },
    chooseSeveral: (max: number) => chooseUpTo(max, 'picture'),
    editorPictures: picturesOf(files),
    choosePicture: async () => {
      const file = await choose('picture')
      return file && toFigure(file)
    },
    chooseFile: async () => {
      const file = await choose('document')
      return file && { href: `/files/${file.id}/${encodeURIComponent(file.name)}`, name: file.name }
    },
    takePicture: async (picture: File) => {
      const file = await upload(picture)
      if (file) add(file)
      return file && toFigure(file)
    },
  })
  return { picker, context }
}

function picturesOf(files: EditingContext['files']) {
  const pictures = Object.values(files).flatMap((file) =>
    file.thumb ? [[file.id, file.thumb] as const] : [],
  )
  return Object.fromEntries(pictures)
}

function toFigure({ id, alt, caption, credit, thumb }: ChosenFile) {
  return {
    file: id,
    alt,
    ...(caption && { caption }),
    ...(credit && { credit }),
    ...(thumb && { picture: thumb }),
  }
}

async function upload(file: File): Promise<ChosenFile | undefined> {
  const sent = await sendFile({
    file,
    uploadId: undefined,
    signal: new AbortController().signal,
    onStarted: () => undefined,
    onProgress: () => undefined,
  })
  return sent.state === 'done' || sent.state === 'known' ? sent.file : undefined
}

interface Reading {
  file: ChosenFile
  add: (file: ChosenFile) => void
  change: EditingContext['change']
  announce: (said: string) => void
}

/** A file that cannot be read as a PDF has neither; it can still be the file of the issue. */
async function takeFromPdf({ file, add, change, announce }: Reading) {
  announce('Reading the cover and the number of pages from the file …')
  const facts = await readCover(file.id).catch(() => undefined)
  if (!facts) return announce('We could not read a cover from this file. Choose a picture instead.')
  add(facts.cover)
  change('pages', facts.pages)
  change('cover', facts.cover.id)
  announce('We took the cover and the number of pages from the file.')
}
