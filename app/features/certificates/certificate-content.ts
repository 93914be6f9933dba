import type { CertificateKind } from '#db/schema/tables.ts'
import { dayInWords } from '#office-time.ts'

/** Who signs a certificate for the Academy, as printed. */
export interface PrintedOfficer {
  name: string
  office: string
  /** The SHA-256 of the scanned signature. */
  signature?: string | undefined
}

/** Everything a certificate says. It is stored as issued, whatever the register says later. */
export interface CertificateContent {
  kind: CertificateKind
  number: string
  /** As it is printed: "Prof. Asha Sample". */
  name: string
  /** The grade, or the category of membership, in words. */
  rank: string
  /** The number of the fellow or member. */
  holderNo: string | null
  /** The year of the election, or of joining. */
  since: number | null
  validFrom: string | null
  /** The last day; none for life. */
  validTo: string | null
  citation: string | null
  society: string
  issuedOn: string
  /** None on certificates from before officers were named. */
  officers?: PrintedOfficer[] | undefined
  /** Whether the person is invented. */
  sample: boolean
}

export const kindTitles: Record<CertificateKind, string> = {
  fellowship: 'Certificate of Fellowship',
  membership: 'Certificate of Membership',
}

/** What is said about the person between the name and the lines below it. */
export function sentenceOf({ kind, rank, society, since }: CertificateContent): string {
  if (kind === 'membership') return `is enrolled as ${rank} of the ${society}`
  return since === null
    ? `is ${rank} of the ${society}`
    : `was elected ${rank} of the ${society} in the year ${since}`
}

/** The status of a certificate on a day. */
export type CertificateStatus = 'valid' | 'revoked' | 'over'

export function certificateStatus(
  { revokedAt, validTo }: { revokedAt: number | null; validTo: string | null },
  today: string,
): CertificateStatus {
  if (revokedAt !== null) return 'revoked'
  return validTo !== null && validTo < today ? 'over' : 'valid'
}

/** What the certificate says, line by line, without empty lines. */
export function linesOf(statement: CertificateContent): { label: string; text: string }[] {
  const { kind, number, name, rank, holderNo, since, validFrom, validTo, citation, society, officers } =
    statement
  const isFellow = kind === 'fellowship'
  const lines = [
    { label: 'Certificate', text: number },
    { label: 'Name', text: name },
    { label: isFellow ? 'Grade' : 'Category', text: rank },
    { label: isFellow ? 'Fellow number' : 'Member number', text: holderNo },
    { label: isFellow ? 'Elected' : 'Member since', text: since === null ? null : String(since) },
    { label: 'Valid', text: validityOf(kind, validFrom, validTo) },
    { label: 'Citation', text: citation },
    { label: 'Issued by', text: society },
    { label: 'Signed by', text: officersInWords(officers) },
    { label: 'Issued on', text: dayInWords(statement.issuedOn) },
  ]
  return lines.filter((line): line is { label: string; text: string } => Boolean(line.text))
}

function officersInWords(officers: PrintedOfficer[] = []): string {
  return officers.map(({ name, office }) => `${name}, ${office}`).join('; ')
}

export function validityOf(
  kind: CertificateKind,
  validFrom: string | null,
  validTo: string | null,
): string | null {
  if (kind === 'fellowship') return null
  if (validFrom === null && validTo === null) return null
  const from = validFrom === null ? '' : `from ${dayInWords(validFrom)}`
  const to = validTo === null ? 'for life' : `to ${dayInWords(validTo)}`
  return [from, to].filter(Boolean).join(validTo === null ? ', ' : ' ')
}

/** The address that opens the public page of a certificate. */
export function certificateAddress(origin: string, code: string): string {
  return `${origin}/certificates/${code}`
}
