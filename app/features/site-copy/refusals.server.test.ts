import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { expect } from 'vitest'
import { ZipFile } from 'yazl'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { storeDownload } from '#features/media/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { obstacleWords } from '#routes/request/obstacle-words.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { edit, hashOf, honest, inManifest, partsOf, remade } from '#test/makers/copy-parts.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { monday, openTestDatabase, sharedTest as test } from '#test/harness/db.ts'
import { exportSite } from './export.server.ts'
import { formatVersion } from './format.ts'
import { importSite } from './import.server.ts'

/** Ways to damage a copy, and a word of the sentence that refuses it. */
const spoilt: Record<string, { spoil: (bytes: Buffer, folder: string) => Promise<Buffer>; says: RegExp }> = {
  'half of a copy': { spoil: async (bytes) => bytes.subarray(0, bytes.length / 2), says: /not complete/ },
  'a copy without its last byte': {
    spoil: async (bytes) => bytes.subarray(0, -1),
    says: /not complete|damaged/,
  },
  'something else': { spoil: async () => Buffer.from('%PDF-1.7 hello'), says: /not a zip file/ },
  'an empty file': { spoil: async () => Buffer.alloc(0), says: /not complete|damaged/ },
  'a copy with a changed byte': {
    spoil: async (bytes) => changed(bytes, 'Plain words', 'Plaim words'),
    says: /is damaged/,
  },
  'a copy with a part outside of its folder': {
    spoil: async (bytes) => changed(bytes, 'rows/person.jsonl', '../x/person.jsonl'),
    says: /outside its folder/,
  },
  'a copy with a link in it': { spoil: async (bytes) => withLink(bytes), says: /is a link/ },
  'a copy that was packed again': { spoil: packedAnew, says: /packed again/ },
  'a bomb': { spoil: bomb, says: /packed again/ },
  'a copy of a newer site': {
    spoil: (bytes, folder) =>
      remade(bytes, folder, (parts) => inManifest(parts, { version: formatVersion + 1 })),
    says: /newer site.*Update/,
  },
  'a manifest of another program': {
    spoil: (bytes, folder) => remade(bytes, folder, (parts) => inManifest(parts, { format: 'other' })),
    says: /not a copy of a site/,
  },
  'a copy without a manifest': {
    spoil: (bytes, folder) => remade(bytes, folder, (parts) => parts.delete('manifest.json')),
    says: /no manifest/,
  },
  'a copy that lacks a part': {
    spoil: (bytes, folder) => remade(bytes, folder, (parts) => parts.delete('rows/entry.jsonl')),
    says: /“rows\/entry.jsonl” is missing/,
  },
  'a copy with a part too many': {
    spoil: (bytes, folder) =>
      remade(bytes, folder, (parts) => parts.set('rows/staff_user.jsonl', Buffer.from('{}\n'))),
    says: /manifest does not name/,
  },
  'a copy that lacks the bytes of a file': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) => {
        for (const name of parts.keys()) if (name.startsWith('files/')) parts.delete(name)
      }),
    says: /is missing from the copy/,
  },
  'a copy with a table twice as long as it says': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'person', (text) => text.replace('"id":"', '"id":"0') + text),
      ),
    says: /Two rows have the same member number|out of order|has 2 rows/,
  },
  'a copy with a script in a text': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'entry_version', (text) => text.replace('"type":"paragraph"', '"type":"script"')),
      ),
    says: /Version 1 of the page “spoilt” does not fit/,
  },
  'a copy with a field that there is not': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) => edit(parts, 'entry', (text) => text.replace('{"id"', '{"x":1,"id"'))),
    says: /Line 1 of “rows\/entry.jsonl”/,
  },
  'a copy that lacks a version': {
    spoil: (bytes, folder) => honest(bytes, folder, (parts) => edit(parts, 'entry_version', () => '', 0)),
    says: /is missing versions/,
  },
  'a copy with a person whom the register would refuse': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'person', (text) => text.replace('"since":1990', '"since":2990')),
      ),
    says: /“LM-1” does not fit the register/,
  },
  'a copy with a page that calls itself a PDF': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) => {
        const page = Buffer.from('<script>1</script>')
        const [name = ''] = [...parts.keys()].filter((name) => name.startsWith('files/'))
        const [, sha256 = ''] = name.split('/')
        parts.delete(name)
        parts.set(`files/${hashOf(page)}`, page)
        edit(parts, 'file', (text) =>
          text.replaceAll(sha256, hashOf(page)).replace(/"bytes":\d+/, `"bytes":${page.length}`),
        )
      }),
    says: /is not the PDF that its row says/,
  },
  'a copy with two people at one address': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) => {
        edit(parts, 'person', (text) => text.replace('"slug":null', '"slug":"asha"'))
        edit(parts, 'former_person_slug', () => '{"slug":"asha","person_id":"x","created_at":1}\n', 1)
      }),
    says: /same address of a person: “asha”/,
  },
  'a copy with a former address of a person who is not in it': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'former_person_slug', () => '{"slug":"asha","person_id":"x","created_at":1}\n', 1),
      ),
    says: /“asha” belongs to a person who is not in the copy/,
  },
  'a copy with a term of a body that is not in it': {
    spoil: (bytes, folder) => honest(bytes, folder, (parts) => edit(parts, 'body', () => '', 0)),
    says: /“Meghnad Saha” belongs to a body that is not in the copy/,
  },
  'a copy with a term of a person who is not in it': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'body_term', (text) => text.replace('"person_id":null', '"person_id":"x"')),
      ),
    says: /“Meghnad Saha” names a person who is not in the copy/,
  },
  'a copy with a term that ends before it starts': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'body_term', (text) => text.replace('"ends_on":null', '"ends_on":"1980-01-01"')),
      ),
    says: /Line 1 of “rows\/body_term.jsonl”/,
  },
  'a copy with a quorum that nobody can count': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'body', (text) => text.replace('"quorum":null', '"quorum":"most"')),
      ),
    says: /Line 1 of “rows\/body.jsonl”/,
  },
  'a copy with a key that signs no certificates': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'certificate_key', () => '{"public_key":"zDnaekey","first_used_at":1}\n', 1),
      ),
    says: /Line 1 of “rows\/certificate_key.jsonl”/,
  },
  'a copy with a certificate of a person who is not in it': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'certificate', (text) => text.replace('"person_id":"0', '"person_id":"x')),
      ),
    says: /CM-1995-0001 belongs to a person/,
  },
  'a copy with a certificate that says another number': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'certificate', (text) =>
          text.replaceAll(/CM-1995-0001(?=".*statement)/g, 'CM-1995-0002'),
        ),
      ),
    says: /CM-1995-0002 does not say what its row says/,
  },
  'a copy with a setting that there is not': {
    spoil: (bytes, folder) =>
      honest(bytes, folder, (parts) =>
        edit(parts, 'setting', () => '{"name":"evil","value":1,"updated_at":1}\n', 1),
      ),
    says: /setting “evil”/,
  },
}

test.for(Object.keys(spoilt))(
  '%s is refused and nothing is written',
  async (name, { db, address, folder }) => {
    const path = join(folder, 'copy.zip')
    await fill(db, folder)
    await exportSite(address, storeIn(folder), path)
    const spoiltPath = join(folder, 'spoilt.zip')
    writeFileSync(spoiltPath, await spoilt[name]!.spoil(readFileSync(path), folder))

    const other = join(folder, 'other')
    const empty = await openTestDatabase(join(folder, 'empty.db'))
    const outcome = await importSite(empty.db, storeIn(other), spoiltPath, other, system, monday, {
      obstacleWords,
    })

    expect(outcome).toEqual({ ok: false, problem: expect.stringMatching(spoilt[name]!.says) as string })
    for (const table of ['entry', 'person', 'file', 'setting', 'audit_entry'] as const)
      expect(await empty.db.selectFrom(table).selectAll().execute()).toEqual([])
    await empty.db.destroy()
    await empty.drop()
  },
)

async function fill(db: Db, folder: string) {
  const content = [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Plain words' }] }]
  const data = {
    title: 'Spoilt',
    sections: [{ anchor: 'one', heading: 'One', body: { type: 'doc' as const, content } }],
  }
  await publishEntry(db, { kind: 'page', slug: 'spoilt', data }, monday)
  const given = { name: 'a.pdf', mediaType: 'application/pdf' }
  await storeDownload(db, storeIn(folder), Buffer.from('%PDF-1.7 one'), given, monday)
  const person = { memberNo: 'LM-1', givenName: 'Asha', familyName: 'Verma', category: 'life' as const }
  const id = await enrolPerson(
    db,
    { ...person, since: 1990, discipline: 'Physics', country: 'India', listed: true },
    monday,
  )
  await issueCertificate(db, system, id, { kind: 'membership' }, monday)
  await makeBody(db, monday, { terms: [{}, { name: 'Homi Bhabha' }] })
}

function storeIn(folder: string) {
  mkdirSync(join(folder, 'files'), { recursive: true })
  return openFileStore(join(folder, 'files'))
}

function changed(bytes: Buffer, from: string, to: string): Buffer {
  expect(bytes.includes(from)).toBe(true)
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}

/** Marks the first part that the zip file lists as a symbolic link. */
function withLink(bytes: Buffer): Buffer {
  const spoilt = Buffer.from(bytes)
  const listed = spoilt.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  spoilt.writeUInt32LE((0o120777 << 16) >>> 0, listed + 38)
  return spoilt
}

async function packedAnew(bytes: Buffer): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, part] of await partsOf(bytes)) zip.addBuffer(part, name, { compress: true })
  zip.end()
  return buffer(zip.outputStream)
}

async function bomb(bytes: Buffer): Promise<Buffer> {
  const parts = await partsOf(bytes)
  const zip = new ZipFile()
  const zeros = Buffer.alloc(64 * 1024 * 1024)
  expect(deflateRawSync(zeros).length).toBeLessThan(100_000)
  parts.set('manifest.json', zeros)
  for (const [name, part] of parts) zip.addBuffer(part, name, { compress: name === 'manifest.json' })
  zip.end()
  return buffer(zip.outputStream)
}
