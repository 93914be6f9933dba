import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'

/** The structure of a PDF as poppler's pdfinfo reads it, and what a screen reader would stumble over. */

export interface StructureNode {
  tag: string
  children: StructureNode[]
}

const run = promisify(execFile)

export async function readStructure(pdf: Buffer): Promise<StructureNode> {
  const file = join(tmpdir(), `structure-${randomUUID()}.pdf`)
  await writeFile(file, pdf)
  try {
    const { stdout } = await run('pdfinfo', ['-struct', file])
    return asTree(stdout)
  } catch (cause) {
    throw new Error('pdfinfo did not read the PDF. Debian has it in poppler-utils.', { cause })
  } finally {
    await rm(file)
  }
}

/** Two spaces of indent for each level; attributes start with a slash and are left out. */
function asTree(text: string): StructureNode {
  const root: StructureNode = { tag: 'File', children: [] }
  const open = [root]
  for (const line of text.split('\n')) {
    const [, indent = '', tag = ''] = /^( *)([A-Za-z][A-Za-z0-9]*)/.exec(line) ?? []
    if (!tag) continue
    const node = { tag, children: [] }
    const depth = indent.length / 2 + 1
    open.length = depth
    open[depth - 1]!.children.push(node)
    open.push(node)
  }
  return root
}

/** Each tag that may only be directly inside others, and which. */
const parents: Record<string, string[]> = {
  Document: ['File'],
  LI: ['L'],
  Lbl: ['LI', 'Note'],
  LBody: ['LI'],
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
  // A link that can be clicked but is outside a Link is not announced.
  Object: ['Link', 'Form'],
}

/** One sentence for each fault; none if all is well. */
export function structureFaults(file: StructureNode): string[] {
  if (file.children.length === 0) return ['The PDF has no structure.']
  return [...nestingFaults(file), ...headingFaults(file), ...tableFaults(file)]
}

function nestingFaults(node: StructureNode): string[] {
  return node.children.flatMap((child) => {
    const allowed = parents[child.tag]
    const own = allowed && !allowed.includes(node.tag) ? [`${child.tag} is inside ${node.tag}.`] : []
    return [...own, ...nestingFaults(child)]
  })
}

function headingFaults(file: StructureNode): string[] {
  const levels = all(file).flatMap(({ tag }) => (/^H[1-6]$/.test(tag) ? [Number(tag[1])] : []))
  const skipped = levels.flatMap((level, at) =>
    level > (levels[at - 1] ?? 0) + 1
      ? [`A heading of level ${level} follows level ${levels[at - 1] ?? 0}.`]
      : [],
  )
  const first = levels.filter((level) => level === 1).length
  return first === 1 ? skipped : [`There are ${first} headings of level 1.`, ...skipped]
}

function tableFaults(file: StructureNode): string[] {
  const tables = all(file).filter(({ tag }) => tag === 'Table')
  return tables.flatMap((table) =>
    all(table).some(({ tag }) => tag === 'TH') ? [] : ['A table has no headings.'],
  )
}

function all(node: StructureNode): StructureNode[] {
  return [node, ...node.children.flatMap(all)]
}

export function countTags(file: StructureNode, tag: string): number {
  return all(file).filter((node) => node.tag === tag).length
}
