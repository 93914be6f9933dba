/**
 * Lines written by hand about a few applications, with the one that each pays, or nothing if a person must look.
 * `{fee 1}` stands for the payment reference of the first application.
 */

export const people = ['Asha Sharma', 'Imran Khan', 'Meera Iyer', 'Joseph D’Souza', 'Li Wei', 'V Rama']

export interface HandwrittenLine {
  text: string
  /** The application, counted from 1. */
  pays?: number
  amount?: string
}

export const rightLines: HandwrittenLine[] = [
  { text: 'UPI/CR/430912345678/ASHA SHA/SBIN/asha@oksbi/{fee 1}', pays: 1 },
  { text: 'NEFT*SBIN0000630*SBIN526309876543*IMRAN KHAN*membership{fee 2}--', pays: 2 },
  { text: 'BY TRANSFER-INB {fee 3} MEERA IYER LIFE MEMBERSHIP', pays: 3 },
  { text: 'MB:RECEIVED FROM JOSEPH DSOUZA REF {fee 4}', pays: 4 },
  { text: 'REMITTANCE LI WEI BEIJING {fee 5} CHARGES OUR', pays: 5 },
  { text: 'UPI-V RAMA-RAMA@YBL-PUNB0123400-430912345999-MA-2026-0006', pays: 6 },
  { text: 'ma2026-0001 asha', pays: 1 },
  { text: 'Membership fee (MA.2026.0002)', pays: 2 },
  { text: 'IMPS/P2A/430900000001/MEERA/UCO/Ref:MA_2026_0003', pays: 3 },
  { text: 'CASH DEPOSIT SELF MA 2026 0004 DT 04/11/2026', pays: 4 },
  { text: 'NEFT-N3099-LI WEI-M A-2026-0005-', pays: 5 },
  { text: 'RTGS SBINR52026110400000006 V RAMA PAYMENTMA20260006', pays: 6 },
  { text: 'UPI/430912340001/{fee 1}/asha@oksbi/Asha Sharma/ICIabcdef0123456789', pays: 1 },
  { text: 'FEE FEE {fee 2} FEE', pays: 2 },
  { text: 'coffee{fee 3}', pays: 3 },
  { text: '{fee 4}#MA-2026-0004', pays: 4 },
  { text: 'CLG/LI WEI/100200/HSBC/04.11.2026/{cut 5}', pays: 5 },
  { text: 'V RAMA {cut 6}', pays: 6 },
]

export const wrongLines: HandwrittenLine[] = [
  // The amount differs from the fee, by a little or by a lot.
  { text: 'UPI/CR/430912345678/ASHA SHA/SBIN/asha@oksbi/{fee 1}', amount: '4999' },
  { text: 'NEFT IMRAN KHAN MA-2026-0002', amount: '500' },
  { text: 'MEERA IYER {fee 3}', amount: '10000' },
  { text: 'MEERA IYER {fee 3}', amount: '5000.01' },
  // Somebody else's application number, or one digit typed wrongly: the name is another applicant's.
  { text: 'NEFT ASHA SHARMA MA-2026-0002' },
  { text: 'NEFT A SHARMA MA-2026-0002' },
  { text: 'UPI/CR/430912345678/ASHA/SBIN/MA-2026-0003' },
  // Two applications in one line.
  { text: 'NEFT SHARMA FAMILY {fee 1} {fee 2}' },
  { text: 'NEFT SHARMA FAMILY MA-2026-0001 AND MA-2026-0003' },
  { text: 'UPI/430912345678/{fee 4}/MA-2026-0005' },
  // One of the two is not waiting for a payment, or is not ours to know.
  { text: 'NEFT ASHA SHARMA {fee 1} MA-2025-0119' },
  { text: 'NEFT ASHA SHARMA MA-2026-0001 {fee 99}' },
  // The reference of another matter, by someone who applied too.
  { text: 'NEFT ASHA SHARMA MA-2025-0001 5000' },
  { text: 'NEFT ASHA SHARMA {fee 99}' },
  { text: 'NEFT IMRAN KHAN FN-2026-0002 NOMINATION' },
  { text: 'UPI/430912345678/ASHA SHARMA/asha@oksbi/conference fee' },
  // A digit typed wrongly, which makes it the application of another.
  { text: 'NEFT ASHA SHARMA MA-2026-0002' },
  // Noise that reads like a reference.
  { text: 'NEFT V SHARMA20260001 DONATION' },
  { text: 'NEFT KUSUMA 2026 0002 DONATION' },
  { text: 'RTGS V RAMA20260006 HALL RENT' },
  { text: 'NEFT PADMA/2026/0003 DONATION' },
  { text: 'UTR MA2026000112345678' },
  { text: 'UTR 0MA20260001234' },
  { text: 'NEFT DRAMA-2026-0004 TICKETS' },
  { text: 'MA 2026' },
  { text: 'MA-0001-2026' },
  { text: 'MA ENGLISH 2026 0005 EXAM FEE' },
  { text: 'FEE PAYMENT TOWARDS COURSE 2026 0001' },
  { text: 'FEES 0123456 SCHOOL' },
  { text: 'COFFEE SUPPLY 1234567' },
  // Cut too short, cut without a name, or with one wrong character.
  { text: 'UPI/430912345678/ASHA SHARMA/{short 1}' },
  { text: 'CASH DEP DEHRADUN {cut 2}' },
  { text: 'CASH DEPOSIT BY IMRAN KHAN {wrong 3}' },
  { text: 'UPI/CR/430912345678/MEERA IYER/{wrong 3}' },
  { text: 'UPI/CR/430912345678/JOSEPH DSOUZA/MA-2026-00' },
  { text: 'UPI/CR/430912345678/JOSEPH DSOUZA/MA-2026-004' },
  { text: '' },
]
