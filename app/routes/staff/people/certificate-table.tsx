import type { CertificateLine } from '#features/certificates/queries.server.ts'
import type { CertificateStatus } from '#features/certificates/certificate-content.ts'
import { DataTable } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'

/** All certificates of a person, newest first. */
export function CertificateTable({ certificates }: { certificates: CertificateLine[] }) {
  if (certificates.length === 0) return <p>No certificates issued yet.</p>
  return (
    <DataTable
      caption="Certificates"
      captionHidden
      rows={certificates}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'number',
          label: 'Number',
          heads: true,
          cell: ({ number, code }) => <a href={`/certificates/${code}`}>{number}</a>,
        },
        { key: 'rank', label: 'Type', cell: ({ rank }) => rank },
        { key: 'name', label: 'Name on the certificate', cell: ({ name }) => name },
        { key: 'issued', label: 'Issued', cell: ({ issuedAt }) => <Moment at={new Date(issuedAt)} /> },
        {
          key: 'status',
          label: 'Status',
          cell: ({ status, revokedBecause }) =>
            revokedBecause ? `${statusLabels[status]}: ${revokedBecause}` : statusLabels[status],
        },
      ]}
    />
  )
}

const statusLabels: Record<CertificateStatus, string> = {
  valid: 'Valid',
  over: 'Membership ended',
  revoked: 'Revoked',
}
