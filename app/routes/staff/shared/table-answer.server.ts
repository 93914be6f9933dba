import { Readable } from 'node:stream'
import type { z } from 'zod'
import {
  exportForm,
  openExportForm,
  type ExportAnswers,
  type OpenExportAnswers,
} from '#features/exports/form.ts'
import { readForm } from '#server/input/form.server.ts'
import { mediaTypes, type Rows, type TableColumn, type TableFormat } from '#server/tables/table.ts'
import { writeTable } from '#server/tables/write-table.server.ts'
import { unreadableForm } from './answers.server.ts'

/** A list as a file to keep, sent while it is read. The name gets the day and the ending. */
export function answerTable<Row>(
  format: TableFormat,
  name: string,
  columns: TableColumn<Row>[],
  rows: Rows<Row>,
  now: Date,
): Response {
  const file = `${name}-${now.toISOString().slice(0, 10)}.${format}`
  const body = Readable.toWeb(Readable.from(writeTable(format, columns, rows)))
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'content-type': mediaTypes[format],
      'content-disposition': `attachment; filename="${file}"`,
      'cache-control': 'no-store',
    },
  })
}

/** What the form of an export says, or the answer that says what is wrong with it. */
export function readExport(request: Request): Promise<ExportAnswers | Response> {
  return readAnswers(request, exportForm)
}

/** The same for a list that needs no reason. */
export function readOpenExport(request: Request): Promise<OpenExportAnswers | Response> {
  return readAnswers(request, openExportForm)
}

async function readAnswers<T>(request: Request, schema: z.ZodType<T>): Promise<T | Response> {
  const form = await readForm(request, schema)
  if (form.ok) return form.answers
  const known = form.errors['reason'] ?? form.errors['format']
  return sentenceAnswer(
    known && Object.keys(form.errors).length <= 2 ? `${known} Go back and send it again.` : unreadableForm,
  )
}

/** For addresses that answer with a file, where no page can show what is wrong. */
export function sentenceAnswer(sentence: string, status = 400): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
