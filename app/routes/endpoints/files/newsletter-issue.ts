import { createHash } from 'node:crypto'
import { redirect } from 'react-router'
import { callsOpenOn, type CallNow } from '#features/calls/call.ts'
import { linesOf } from '#features/calls/call-lines.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { listArticles } from '#features/content/kinds/articles.ts'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import { findEntry, type Entry } from '#features/content/reading/queries.server.ts'
import { listFigureFiles } from '#features/content/text/document-text.ts'
import { findDownloads, findPictures, type PictureSources } from '#features/media/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { officeTimeInWords } from '#office-time.ts'
import { begin } from '#routes/request/begin.server.ts'
import { notThere, shownInViewer, tryLater } from '#routes/endpoints/answers.ts'
import { isUnchanged } from './byte-range.ts'
import { RecentBytes } from '#server/cache/recent-bytes.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { drawInThread } from '#server/pictures/drawing-thread.server.ts'
import { formatDay } from '#ui/foundations/dates.ts'
import type {
  IssueDocument,
  PrintedCall,
  PrintedPicture,
} from '#routes/site/newsletter/pdf/issue-document.ts'
import type { Route } from './+types/newsletter-issue.ts'

/** The PDF of an issue that has texts and no uploaded PDF, made from its articles. */

const issues = new RecentBytes({ entries: 20, bytes: 20 * 1024 * 1024 })
const maxPictureWidth = 1300

class TooBusy extends Error {}

export async function loader(args: Route.LoaderArgs) {
  const { db, files, config, client, now } = begin(args, 'routes/endpoints/files/newsletter-issue')
  const { params, request } = args
  const issue = await findEntry(db, 'newsletter', params.slug)
  const pdf = issue?.data.pdf
  const uploaded = pdf && (await findDownloads(db, [pdf]))[pdf]
  if (uploaded) return redirect(uploaded.href)
  if (!issue || listArticles(issue.data.contents).length === 0)
    return notThere('There is no newsletter issue with texts at this address.')

  const settings = await readSettings(db)
  const calls = callsOpenOn(await listCalls(db, now, settings), issue.data.releasedOn)
  const text = textOf(issue, calls, settings.societyName, config.origin)
  const sources = await findPictures(db, [
    issue.data.cover,
    ...listFigureFiles(text.articles.map(({ body }) => body)),
  ])
  // An issue is identified by what it says, so its PDF never outlives a change.
  const key = createHash('sha256')
    .update(JSON.stringify([text, sources]))
    .digest('base64url')
    .slice(0, 22)
  const headers = {
    'content-type': 'application/pdf',
    ...shownInViewer(`${issue.slug}.pdf`),
    'cache-control': 'public, max-age=300',
    etag: `"${key}"`,
    ...(issue.sample && { 'x-robots-tag': 'noindex' }),
  }
  if (isUnchanged(request.headers, headers.etag)) return new Response(null, { status: 304, headers })
  try {
    const bytes = await issues.findOrMake(key, async () => {
      const document = { ...text, ...(await readPictures(files, sources, issue.data.cover)) }
      const drawn = await drawInThread('issue', document, networkOf(client.address))
      if (!drawn) throw new TooBusy()
      return drawn
    })
    return new Response(bytes as BodyInit, {
      headers: { ...headers, 'content-length': String(bytes.length) },
    })
  } catch (error) {
    if (error instanceof TooBusy) return tryLater()
    throw error
  }
}

function textOf(
  { sample, data }: Entry<'newsletter'>,
  calls: CallNow[],
  society: string,
  origin: string,
): Omit<IssueDocument, 'cover' | 'pictures'> {
  return {
    society,
    origin,
    title: data.title,
    subtitle: data.period,
    day: formatDay(data.releasedOn),
    madeAt: Date.parse(data.releasedOn),
    sample,
    editors: data.editors ?? [],
    summary: data.summary,
    articles: listArticles(data.contents).map(({ title, author, summary, body }) => ({
      title,
      author,
      summary,
      body,
    })),
    calls: calls.map(toPrinted),
  }
}

function toPrinted(call: CallNow): PrintedCall {
  const { title, sample, summary, closesAt, href } = call
  const closes = closesAt === undefined ? undefined : officeTimeInWords(closesAt)
  return { title: markedTitle(title, sample), summary, lines: linesOf(call), closes, href }
}

async function readPictures(
  files: FileStore,
  sources: Record<string, PictureSources>,
  cover: string | undefined,
): Promise<Pick<IssueDocument, 'cover' | 'pictures'>> {
  const pictures: Record<string, PrintedPicture> = {}
  for (const [file, { jpeg }] of Object.entries(sources)) {
    const source = jpeg.findLast(({ width }) => width <= maxPictureWidth) ?? jpeg[0]
    const sha256 = /([0-9a-f]{64})\.jpg$/.exec(source?.src ?? '')?.[1]
    if (source && sha256)
      pictures[file] = { bytes: await files.read(sha256), width: source.width, height: source.height }
  }
  return { pictures, cover: cover === undefined ? undefined : pictures[cover] }
}
