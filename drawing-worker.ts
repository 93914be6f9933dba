import { parentPort } from 'node:worker_threads'
import { toJson } from '#db/engine/json.ts'
import { makeFormCopy } from '#features/forms/form-copy.server.ts'
import { drawCertificate } from '#routes/site/certificates/certificate-pdf.server.ts'
import { drawIssue } from '#routes/site/newsletter/pdf/issue-pdf.server.ts'
import type { HashedCredential, UncheckedFile } from '#features/credentials/in-thread.server.ts'
import type { Drawn } from '#server/pictures/drawing-thread.server.ts'

/**
 * The thread in which documents are drawn, and files from elsewhere are read. It has no database and no secrets: it is
 * given the content of a document.
 */

const drawers: Record<string, (given: never) => Promise<Buffer>> = {
  'form-copy': makeFormCopy,
  certificate: drawCertificate,
  issue: drawIssue,
  'credential-hash': async ({ credential, options }: HashedCredential) => {
    const { bytesToSign } = await import('#features/credentials/canonical.server.ts')
    return bytesToSign(credential, options)
  },
  'checked-file': async ({ file, own, now }: UncheckedFile) => {
    const { checkFile } = await import('#features/credentials/check-file.server.ts')
    return Buffer.from(toJson(await checkFile(Buffer.from(file), { own, now })))
  },
}

parentPort?.on('message', ({ kind, given }: { kind: string; given: never }) => {
  const draw = drawers[kind] ?? (() => Promise.reject(new Error(`No function draws ${kind}.`)))
  draw(given).then(
    (bytes) => answer({ ok: true, bytes: new Uint8Array(bytes) }),
    (error: unknown) =>
      answer({ ok: false, message: error instanceof Error ? error.message : String(error) }),
  )
})

function answer(drawn: Drawn) {
  parentPort?.postMessage(drawn, drawn.ok ? [drawn.bytes.buffer as ArrayBuffer] : [])
}
