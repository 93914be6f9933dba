import { Parser } from 'saxen'
import { unreadable } from './verdict.ts'

/** Credentials in SVG pictures: https://www.imsglobal.org/spec/ob/v3p0/#svg */

const namespace = 'https://purl.imsglobal.org/ob/v3p0'
const opening = `<openbadges:credential xmlns:openbadges="${namespace}"><![CDATA[`
const closing = ']]></openbadges:credential>'

/** JSON may contain "]]>", which would end the section; in JSON a bracket may be written as its number. */
export function bakeSvg(picture: string, credential: string): string {
  const at = picture.indexOf('>', picture.indexOf('<svg')) + 1
  return (
    picture.slice(0, at) +
    opening +
    credential.replaceAll(']]>', String.raw`]]\u003e`) +
    closing +
    picture.slice(at)
  )
}

/** The credential in a picture, and the picture without it. */
export function readBakedSvg(text: string): { text: string; picture: string } {
  const found: string[] = []
  let inside = 0
  const parser = new Parser()
  parser.ns({ [namespace]: 'openbadges' })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('openTag', (name, attributes, decode) => {
    if (inside > 0) inside++
    if (name !== 'openbadges:credential') return
    inside ||= 1
    const verify = attributes()['verify']
    found.push(verify === undefined ? '' : decode(verify))
  })
  parser.on('closeTag', () => {
    if (inside > 0) inside--
  })
  const add = (piece: string) => {
    if (inside > 0) found.push((found.pop() ?? '') + piece)
  }
  parser.on('text', (piece, decode) => add(decode(piece)))
  parser.on('cdata', add)
  try {
    parser.parse(text)
  } catch {
    throw unreadable('This picture is not a readable SVG file.')
  }
  const [credential] = found
  if (credential === undefined) throw unreadable('This picture contains no credential.')
  if (found.length > 1) throw unreadable('This picture contains more than one credential.')
  return { text: credential.trim(), picture: withoutSection(text, credential) }
}

/**
 * Only the very section that we write, where we write it, is left out: anything else around a credential is a part of
 * the picture.
 */
function withoutSection(text: string, credential: string): string {
  const section = opening + credential + closing
  const at = text.indexOf(section)
  const picture = at < 0 ? text : text.slice(0, at) + text.slice(at + section.length)
  return bakeSvg(picture, credential) === text ? picture : text
}
