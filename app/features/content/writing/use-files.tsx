import { useRef, useState } from 'react'
import type { Kind } from '#features/content/kinds.ts'
import type { ChosenFile } from '#features/media/chosen-file.ts'
import { MediaPicker } from '#features/media/media-picker.tsx'
import { readCover, sendFile } from '#features/media/upload-client.ts'
import type { Desk } from './desk.ts'

type Wanted = 'picture' | 'document'

/** The files that an entry uses, and the dialog in which others are chosen. */
export function useFiles(known: Desk['files']) {
  const [files, setFiles] = useState(known)
  const [wanted, setWanted] = useState<Wanted>()
  const answer = useRef<(file: ChosenFile | undefined) => void>(undefined)

  const add = (file: ChosenFile) => setFiles((before) => ({ ...before, [file.id]: file }))
  const settle = (file: ChosenFile | undefined) => {
    answer.current?.(file)
    answer.current = undefined
  }
  const choose = (kind: Wanted) => {
    setWanted(kind)
    return new Promise<ChosenFile | undefined>((resolve) => {
      answer.current = resolve
    })
  }
  const picker = wanted && (
    <MediaPicker
      kind={wanted}
      onChoose={(file) => {
        add(file)
        settle(file)
      }}
      onClose={() => {
        setWanted(undefined)
        settle(undefined)
      }}
    />
  )

  /** What the fields need of it. A newsletter takes its cover and the number of its pages from the file. */
  const desk = (kind: Kind, change: Desk['change']) => ({
    files,
    choose: async (wanted: Wanted) => {
      const file = await choose(wanted)
      if (file && wanted === 'document' && kind === 'newsletter') await takeFromPdf(file, add, change)
      return file
    },
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
  return { picker, desk }
}

function picturesOf(files: Desk['files']) {
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
    onBegun: () => undefined,
    onProgress: () => undefined,
  })
  return sent.state === 'done' || sent.state === 'known' ? sent.file : undefined
}

/** A file that cannot be read as a PDF gives neither; it can still be the file of the issue. */
async function takeFromPdf(file: ChosenFile, add: (file: ChosenFile) => void, change: Desk['change']) {
  const facts = await readCover(file.id).catch(() => undefined)
  if (!facts) return
  add(facts.cover)
  change('pages', facts.pages)
  change('cover', facts.cover.id)
}
