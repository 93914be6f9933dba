import { newId } from '#db/engine/id.ts'
import { matchLine, setLinesAside } from '#features/payments/operations.server.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import type { Caller } from '#test/harness/visitors.ts'
import { bringLines, makePaying } from '#test/makers/casework.ts'
import { actorFor } from '#test/makers/staff.ts'
import type { Act } from './act.ts'

/** What staff do with bank statements. */
export async function paymentAffairs({ site: { db } }: TestSite, by: Caller): Promise<Act[]> {
  const actor = actorFor({ id: by.id, role: 'editor' })
  const page = { route: 'routes/staff/payments/payment-statement', by }
  const bring = async () => {
    const payNumber = `UTR${newId().replaceAll('-', '').slice(12)}`.toUpperCase()
    const reference = await makePaying(db, autumn, { payNumber })
    const id = await bringLines(db, actor, [`2026-11-02,500,${payNumber},${newId()}`], autumn)
    const line = await db
      .selectFrom('payment_line')
      .select('id')
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      path: `/editor/payments/${id}`,
      id,
      reference,
      chosen: { [`row-${line.id}`]: 'on' },
      lineId: line.id,
    }
  }
  const [chosen, certain, byHand, aside, back, other, refunded] = [
    await bring(),
    await bring(),
    await bring(),
    await bring(),
    await bring(),
    await bring(),
    await bring(),
  ]
  await setLinesAside(db, actor, back.id, [back.lineId], true, autumn)
  const line = { importId: refunded.id, number: 1 }
  await matchLine(db, actor, origin, line, refunded.reference, autumn)
  const columns = { day: '0', amount: '1', number: '2', payer: '3' }
  return [
    {
      name: 'bring a statement',
      route: 'routes/staff/payments/payment-list',
      path: '/editor/payments',
      by,
      form: {},
      file: 'Date,Credit,UTR\n2026-11-02,500,UTR00000009\n',
    },
    {
      ...page,
      name: 'choose the columns of a statement',
      path: `${other.path}?do=map`,
      form: Object.fromEntries(Object.entries(columns).map(([name, at]) => [`column-${name}`, at])),
    },
    {
      ...{ route: 'routes/staff/cases/case-page', by, name: 'note a refund' },
      path: `/editor/cases/${refunded.reference}?do=refund`,
      form: { refundAmount: '200', refundDay: '2026-11-03', refundNote: 'Paid twice.' },
    },
    { ...page, name: 'confirm a payment', path: `${chosen.path}?do=confirm`, form: chosen.chosen },
    { ...page, name: 'confirm certain payments', path: `${certain.path}?do=confirm-certain`, form: {} },
    {
      ...page,
      name: 'match a payment by hand',
      path: `${byHand.path}?do=match`,
      form: { line: '1', reference: byHand.reference },
    },
    { ...page, name: 'set a payment aside', path: `${aside.path}?do=set-aside`, form: aside.chosen },
    { ...page, name: 'bring a payment back', path: `${back.path}?do=take-back`, form: back.chosen },
    { ...page, name: 'discard a statement', path: `${other.path}?do=undo`, form: {} },
  ]
}
