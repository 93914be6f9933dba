/**
 * How six Indian banks describe money that came in, after the styles of their statements. The numbers, names and
 * branches are made up.
 */

export interface Remark {
  /** As the bank writes the payer. */
  name: string
  /** Twelve digits. */
  number: string
  /** What the payer wrote beside the payment. */
  text: string
}

export const channels = ['NEFT', 'RTGS', 'IMPS', 'UPI', 'Cheque', 'Cash'] as const
export type Channel = (typeof channels)[number]

type Style = Record<Channel, (remark: Remark) => string>

const upper = (text: string, most = 20) => text.toUpperCase().slice(0, most)

export const banks: Record<string, Style> = {
  'State Bank of India': {
    NEFT: ({ name, number, text }) =>
      wrap(`BY TRANSFER-NEFT*HDFC0000240*N${number}*${upper(name)}*${text}--`),
    RTGS: ({ name, number, text }) =>
      wrap(`BY TRANSFER-RTGS UTR NO: ICICR5${number}-${upper(name)} ${text}--`),
    IMPS: ({ name, number, text }) =>
      wrap(`BY TRANSFER-INB IMPS${number}/9800000000/XX4821/${upper(name, 10)}/${text}--`),
    UPI: ({ name, number, text }) =>
      wrap(`BY TRANSFER-UPI/CR/${number}/${name.slice(0, 10)}/HDFC/payer@ok/${text}--`),
    Cheque: ({ number, text }) => wrap(`BY CLEARING-CHEQUE ${number.slice(0, 6)} PNB--${text}`),
    Cash: ({ name, text }) => wrap(`CASH DEPOSIT-CASH DEPOSIT BY ${upper(name)} AT 00630--${text}`),
  },
  'HDFC Bank': {
    NEFT: ({ name, number, text }) => `NEFT CR-SBIN0000630-${upper(name)}-IAPS-SBIN5${number}-${text}`,
    RTGS: ({ name, number, text }) => `RTGS CR-SBIN0000630-${upper(name)}-IAPS-SBINR5${number}-${text}`,
    IMPS: ({ name, number, text }) => `IMPS-${number}-${upper(name)}-SBIN-XXXXXXX4821-${text}`,
    UPI: ({ name, number, text }) => `UPI-${upper(name)}-PAYER@OKSBI-SBIN0000630-${number}-${text}`,
    Cheque: ({ number, text }) => `CHQ DEP - MICR CLG - DEHRADUN - ${number.slice(0, 6)} - ${text}`,
    Cash: ({ text }) => `CASH DEP DEHRADUN RAJPUR RD ${text}`,
  },
  'ICICI Bank': {
    NEFT: ({ name, number, text }) => `NEFT-N${number}-${upper(name)}-${text}-50100000004821-HDFC0000240`,
    RTGS: ({ name, number, text }) => `RTGS-HDFCR5${number}-${upper(name)}-${text}-HDFC0000240`,
    IMPS: ({ name, number, text }) => `MMT/IMPS/${number}/${text}/${upper(name, 10)}/HDFC0000240`,
    UPI: ({ name, number, text }) => `UPI/${number}/${text}/payer@okaxis/${name}/ICI4821${number}`,
    Cheque: ({ name, number, text }) => `CLG/${upper(name)}/${number.slice(0, 6)}/SBI/04.11.2026/${text}`,
    Cash: ({ text }) => `BY CASH -DEHRADUN BALLUPUR/${text}`,
  },
  'Axis Bank': {
    NEFT: ({ name, number, text }) => `NEFT/SBIN5${number}/${upper(name)}/STATE BANK OF IN/${text}`,
    RTGS: ({ name, number, text }) => `RTGS/SBINR5${number}/${upper(name)}/SBIN0000630/${text}`,
    IMPS: ({ name, number, text }) => `IMPS/P2A/${number}/${upper(name, 8)}/STATEBAN/X4821/${text}`,
    UPI: ({ name, number, text }) => `UPI/P2A/${number}/${name.slice(0, 8)}/HDFC BANK/${text}`,
    Cheque: ({ number, text }) => `BY CLG INST ${number.slice(0, 6)}/SBI/DEHRADUN/${text}`,
    Cash: ({ name, text }) => `CASH-DEP/DDN/4821/${upper(name)}/${text}`,
  },
  'Punjab National Bank': {
    NEFT: ({ name, number, text }) => `NEFT_IN:null//SBIN5${number}/${upper(name)}/${text}`,
    RTGS: ({ name, number, text }) => `RTGS_IN:HDFCR5${number}/${upper(name)}/${text}`,
    IMPS: ({ name, number, text }) => `IMPS-IN/${number}/9800000000/${upper(name)}/${text}`,
    UPI: ({ name, number, text }) => `UPI/${number}/C/${name.slice(0, 10)}/payer@ptsbi/${text}`,
    Cheque: ({ number, text }) => `CHQ DEPOSIT ${number.slice(0, 6)} CTS DELHI ${text}`,
    Cash: ({ name, text }) => `BY CASH ${upper(name)} ${text}`,
  },
  'Kotak Mahindra Bank': {
    NEFT: ({ name, number, text }) => `NEFT SBIN5${number} ${upper(name)} ${text}`,
    RTGS: ({ name, number, text }) => `RTGS SBINR5${number} ${upper(name)} ${text}`,
    IMPS: ({ name, number, text }) => `Recd:IMPS/${number}/${upper(name, 10)}/KKBK/X4821/${text}`,
    UPI: ({ name, number, text }) => `UPI/${upper(name)}/${number}/${text}`,
    Cheque: ({ name, number, text }) => `CLG FROM ${upper(name)} ${number.slice(0, 6)} ${text}`,
    Cash: ({ name, text }) => `CASH DEPOSIT BY ${upper(name)} AT DEHRADUN ${text}`,
  },
}

/** Printed in a narrow column, whose lines the file joins by spaces. */
function wrap(text: string): string {
  return text.match(/.{1,24}/gs)!.join(' ')
}
