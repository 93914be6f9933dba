import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** A program for startBare: the minimum that node:http can do with these bytes and headers. */

interface Saved {
  headers: string[]
  body: string
}

const saved = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Record<string, Saved>
const answers = new Map(
  Object.entries(saved).map(([encoding, { headers, body }]) => [
    `/${encoding}`,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
)

createServer((request, response) => {
  const answer = answers.get(request.url!)!
  response.writeHead(200, answer.headers).end(answer.body)
}).listen(Number(process.env['PORT']), process.env['HOST'])
