import { officeMoment } from '#office-time.ts'
import { sampleEntry, type StarterEntry } from '#starter/entry.ts'

const opensAt = officeMoment('2026-10-01T00:00')
const closesAt = officeMoment('2027-01-31T23:59:59')

export const sampleCalls: StarterEntry[] = [
  sampleEntry('call', 'sample-call-fellow-2027', {
    title: 'Sample call: nominations of Fellows',
    subject: 'fellow',
    summary: 'Nominate a member with distinction in any area of the physical sciences.',
    opensAt,
    closesAt,
    href: '/fellowship/fellow-nomination-form',
  }),
  sampleEntry('call', 'sample-call-associate-fellow-2027', {
    title: 'Sample call: nominations of Associate Fellows',
    subject: 'associate-fellow',
    summary: 'Nominate an Associate Fellow with the online form.',
    opensAt,
    closesAt,
    href: '/fellowship/associate-fellow-nomination-form',
  }),
  sampleEntry('call', 'sample-call-young-scientist-2027', {
    title: 'Sample call: Young Scientist Award',
    subject: 'award',
    summary: 'Nominations for the award of 2027.',
    opensAt,
    closesAt,
    href: '/awards/young-scientist-award',
  }),
  sampleEntry('call', 'sample-call-gold-medal-2027', {
    title: 'Sample call: Academic Gold Medal Award',
    subject: 'award',
    summary: 'Nominations for the award of 2027.',
    opensAt: officeMoment('2027-02-01T00:00'),
    closesAt: officeMoment('2027-05-31T23:59:59'),
    href: '/awards/academic-gold-medal-award',
  }),
]
