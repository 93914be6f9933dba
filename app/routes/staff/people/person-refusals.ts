/** What is said at which field when a number is not free. */
export const numberRefusals: Record<'number-taken' | 'fellow-number-taken', Record<string, string>> = {
  'number-taken': { memberNo: 'Somebody else on the roll or in the bin has this member number.' },
  'fellow-number-taken': { fellowNo: 'Somebody else on the roll or in the bin has this fellow number.' },
}
