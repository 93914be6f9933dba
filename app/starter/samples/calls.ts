import { officeMoment } from '#office-time.ts'
import { sampleEntry, type StarterEntry } from '#starter/entry.ts'

const thisYear = { opensAt: officeMoment('2026-10-01T00:00'), closesAt: officeMoment('2027-01-31T23:59:59') }
const lastYear = { opensAt: officeMoment('2025-10-01T00:00'), closesAt: officeMoment('2026-01-31T23:59:59') }

const youngScientist = {
  subject: 'award',
  award: 'young-scientist-award',
  eligibility: 'Scientists of any field of the Academy who are not yet 36 years old when the call closes.',
  nominators: 'Fellows, members, and heads of departments. You cannot nominate yourself.',
  form: { online: true, career: true, publications: true, files: true, seconder: true },
  stages: { panel: true, acceptance: true },
} as const

const goldMedal = {
  subject: 'award',
  award: 'academic-gold-medal-award',
  eligibility: 'Teachers and researchers at a university or college.',
  nominators: 'Two Fellows together.',
  howToApply:
    'Send a joint letter of two pages and the curriculum vitae to awards@example.org before the call closes.',
} as const

export const sampleCalls: StarterEntry[] = [
  sampleEntry('call', 'sample-call-fellow-2027', {
    title: 'Nominations of Fellows, 2027',
    subject: 'fellow',
    summary: 'Nominate a member with distinction in any area of the physical sciences.',
    ...thisYear,
    href: '/fellowship/fellow-nomination-form',
  }),
  sampleEntry('call', 'sample-call-associate-fellow-2027', {
    title: 'Nominations of Associate Fellows, 2027',
    subject: 'associate-fellow',
    summary: 'Nominate an Associate Fellow with the online form.',
    eligibility: 'Members who hold a doctorate and are at the start of their career.',
    ...thisYear,
    href: '/fellowship/associate-fellow-nomination-form',
  }),
  sampleEntry('call', 'sample-call-young-scientist-2027', {
    title: 'Nominations for the Young Scientist Award, 2027',
    summary: 'For outstanding work in the early years of a career in research.',
    ...youngScientist,
    ...thisYear,
  }),
  sampleEntry('call', 'sample-call-gold-medal-2027', {
    title: 'Nominations for the Academic Gold Medal Award, 2027',
    summary: 'For a life of teaching and research that others have built on.',
    ...goldMedal,
    opensAt: officeMoment('2027-02-01T00:00'),
    closesAt: officeMoment('2027-05-31T23:59:59'),
  }),
  sampleEntry('call', 'sample-call-fellow-2026', {
    title: 'Nominations of Fellows, 2026',
    subject: 'fellow',
    ...lastYear,
  }),
  sampleEntry('call', 'sample-call-young-scientist-2026', {
    title: 'Nominations for the Young Scientist Award, 2026',
    summary: 'For outstanding work in the early years of a career in research.',
    ...youngScientist,
    ...lastYear,
  }),
]
