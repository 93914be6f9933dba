import { officeDay } from '#office-time.ts'
import { Readable } from 'node:stream'
import { mediaTypes, type Rows, type TableColumn, type TableFormat } from '#server/tables/table.ts'
import { writeTable } from '#server/tables/write-table.server.ts'

/** A list as a download, sent while it is read. The name gets the day and the extension. */
export function answerTable<Row>(
  format: TableFormat,
  name: string,
  columns: TableColumn<Row>[],
  rows: Rows<Row>,
  now: Date,
): Response {
  const file = `${name}-${officeDay(now)}.${format}`
  const body = Readable.toWeb(Readable.from(writeTable(format, columns, rows)))
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'content-type': mediaTypes[format],
      'content-disposition': `attachment; filename="${file}"`,
      'cache-control': 'no-store',
    },
  })
}

/** For addresses that answer with a file, where no page can show what is wrong. */
export function sentenceAnswer(sentence: string, status = 400): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
