import { officeMoment } from '#office-time.ts'
import { sampleEntry, type StarterEntry } from '#starter/entry.ts'

const opensAt = officeMoment('2026-10-01T00:00')
const closesAt = officeMoment('2027-01-31T23:59:59')

export const sampleCalls: StarterEntry[] = [
  sampleEntry('call', 'sample-call-fellow-2027', {
    title: 'Sample call: nominations of Fellows',
    subject: 'fellow',
    summary: 'Invented dates, to show how an open call looks.',
    opensAt,
    closesAt,
    href: '/fellowship/fellow-nomination-form',
  }),
  sampleEntry('call', 'sample-call-associate-fellow-2027', {
    title: 'Sample call: nominations of Associate Fellows',
    subject: 'associate-fellow',
    summary: 'Invented dates, to show how an open call looks.',
    opensAt,
    closesAt,
    href: '/fellowship/associate-fellow-nomination-form',
  }),
  sampleEntry('call', 'sample-call-young-scientist-2027', {
    title: 'Sample call: Young Scientist Award',
    subject: 'award',
    summary: 'Invented dates, to show how an open call looks.',
    opensAt,
    closesAt,
    href: '/awards/young-scientist-award',
  }),
  sampleEntry('call', 'sample-call-gold-medal-2027', {
    title: 'Sample call: Academic Gold Medal Award',
    subject: 'award',
    summary: 'Invented dates, to show how a coming call looks.',
    opensAt: officeMoment('2027-02-01T00:00'),
    closesAt: officeMoment('2027-05-31T23:59:59'),
    href: '/awards/academic-gold-medal-award',
  }),
]
